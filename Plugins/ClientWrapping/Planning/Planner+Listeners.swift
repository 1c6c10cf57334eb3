// Finds listeners: methods that issue no request, although they have a callback.
extension Planner {
    static let listening = "subscribe observe watch listen monitor stream on once".words
    private static let stemsOfListening =
        "listen monitor observ watch updates updating scan track poll".words

    var words: [String] {
        declaration.name.replacing(#/^delegate(?=[A-Z])/#, with: "").camelCaseWords
    }

    /// Returns the remark about a method that issues no request; `nil` for other methods.
    ///
    /// A callback, a stream or an object of such a method seems to report events, or the method cancels requests.
    func listener() -> Remark? {
        let callbacks = callbacks.filter { !$0.changesValue }
        let (type, last) = (types.core(declaration.result), words.last ?? "")
        let hasStem = words.dropFirst().first?.begins(like: Self.stemsOfListening) == true
        let isStarted = hasStem && ["start", "begin"].contains(words[0])
        let isListening = Self.listening.contains(words[0]) || isStarted
        if callbacks.isEmpty, index.isStream(type.precise) {
            // A method such as `stream(_:)` may begin a request, whose answer the stream is.
            guard isListening && words[0] != "stream" || last == "progress" else { return nil }
            return listener("its name says that \(outside(type)) reports events")
        }
        if callbacks.isEmpty {
            guard declaration.isAsync || isStarted else { return nil }
            if declaration.cancelsRequests {
                return listener("its name says that it cancels requests", count: .noted)
            }
            let object = declaration.parameters.first(where: \.name.soundsLikeListener)
            guard let object, type.isVoid, words[0] == "add" || isListening else { return nil }
            return listener("its name says that the client calls \(object.name) \(Self.often)")
        }
        // A chain such as `onTaskCreation(perform:)` listens for handles.
        let heard = callbacks.filter {
            !$0.soundsLikeProgress || $0.soundsLikeOneAnswer || declaration.name.soundsLikeListener
                || ($0.takesHandle || words[0] == "subscribe") && !declaration.isAsync
        }
        guard
            let callback = heard.first(where: \.soundsLikeListener)
                ?? heard.first(where: { !$0.returnsValue }) ?? heard.first, !hasNamedRole,
            !answersLikeItsOpposite(callback)
        else { return nil }
        let values = callback.arity - errors(of: callback).all.count
        let isOnly = declaration.parameters.count == 1
        // A method such as `onComplete(_:)`, with nothing but a closure, stores the closure.
        let isHook =
            isOnly && callback.parameter.label == nil
            && declaration.name.contains(#/^(on|did)[A-Z]|^(update|commit|rollback)Hook$/#)
        let isOn = words[0] == "on" && callbacks.count == 1 && callback.parameter.label != nil
        let isOnEvent = isHook || isOn && values == callback.arity && values > 0
        // `listen(completion:)` goes on until `endListen()`, and `startReading(_:)` until `stopReading()`.
        let ends = ["end", "stop"].map { [$0] + words.drop { $0 == "start" } }
        let end = client.members.map(\.baseName).first { ends.contains($0.camelCaseWords) }
        let isOpenEnded =
            isOnly && words[0] == "start" && words.count > 1 && !mayHaveError(callback)
            && likelyError(callback) == nil && !callback.values.contains(where: \.isOptional)
            && !callback.soundsLikeOneAnswer
        let isEnded = end != nil && values > 0 && (isListening || isOpenEnded)
        // A listener may get errors too. With a failure callback, `subscribe` may be a request, so the command asks.
        let answers = callbacks.filter(\.soundsLikeOneAnswer)
        // A method such as `set(handler:)`, with nothing but closures, or `setCompletion(_:)` stores them.
        let isSet = words == ["set"] && callbacks.count == declaration.parameters.count
        let handlers = ["handler", "callback", "closure"] + (isOnly ? ["completion"] : [])
        let isHandler =
            isSet && (answers.isEmpty || returnsClient) || handlers.contains(where: last.hasPrefix)
            || isOnly && last == "block" && ["set", "register"].contains(words[0])
            || isOnly && words[0] == "set" && type.isVoid && callback.arity == 0
                && callback.returnsValue && answers.isEmpty && !declaration.isAsync
        let isForEvent = registersHandler(callback) && errors(of: callback).optional.isEmpty
        let isStoring = isHandler && callback.title.camelCaseWords.last == last
        let registering = ["add", "set", "register", "configure"] + (isStoring ? ["update"] : [])
        let isRegistering =
            registering.contains(words[0])
            && (declaration.name.soundsLikeListener || isHandler || isForEvent)
        let isStored = isOnly && words[0] == "set" && isHandler
        let isNamed = isRegistering && (isStored || answers.allSatisfy(\.soundsLikeFailure))
        // An asynchronous method that returns a value is a request, and its callback reports progress.
        let mayListen = answers.isEmpty && (!declaration.isAsync || type.isVoid || isListening)
        let observer = #/(Registration|Subscription|Observation|Watcher|Listener|Observer)$/#
        let opposite = "un\(declaration.name)"
        // `unsubscribe(_:)` takes what `subscribe(completion:)` returns.
        let undoing = client.members.compactMap(\.declaration).filter { $0.name == opposite }
        let taken = undoing.compactMap(\.parameters.first).map { "\(types.core($0.type))" }
        let takesToken = type.precise.flatMap { index[$0] } != nil && taken.contains("\(type)")
        // Listeners such as `onMessage(_:)` may return the same token.
        let isToken = client.members.compactMap(\.declaration).contains {
            $0.name.begins(with: "on") && types.core($0.result) == type && !type.isVoid
        }
        let isRegistration =
            "\(type)".contains(observer) || takesToken
            || isToken && !returnsClient
                && errors(of: callback).all.isEmpty && likelyError(callback) == nil
                && !getsResult(callback)
                && index[type.precise] != nil
        // A token such as `RequestToken` is the handle of one request.
        let token = #/^(?!Cancel|Request|Download|Upload|Task)\w*Token$/#
        let registers = isListening || isRegistering || isOnly && words == ["register"]
        let isRegistered =
            (isRegistration || "\(type)".contains(token)) && registers && callbacks.count == 1
            && bringsValue(callback)
        let reasons = [
            ("its name", isNamed || isListening || isOnEvent || words.contains("progress")),
            (end ?? "", isEnded),
            ("the name of a callback", callback.soundsLikeListener && !mayAnswer(callback)),
            (opposite, undoing.contains { types.callbacks(of: $0).allSatisfy(\.isOptional) }),
            ("what it returns", isRegistered || isRegistration),
        ]
        guard isNamed || isOnEvent || isEnded || isRegistered || mayListen,
            let reason = reasons.first(where: \.1)?.0
        else { return nil }
        return listener(
            "\(reason) says that the client calls \(callback.title) \(Self.often); if \(callback.title) is always called once, use \(roleOfOneAnswer(callback))"
        )
    }

    /// Returns whether the opposite, such as `unsubscribeFromTags` for `subscribeToTags`, has the same callback, which
    /// then answers once.
    func answersLikeItsOpposite(_ callback: Callback) -> Bool {
        // A lone value such as a text may be a message, and not the answer.
        let isValue =
            callback.arity == 1 && callback.shape() != "(Bool)" && !mayHaveError(callback)
            && likelyError(callback) == nil
        let answers = callback.soundsLikeOneAnswer && !isValue || callback.title == "ack"
        return answers && callback.arity > 0
            && client.members.filter { $0.baseName.hasPrefix("un\(words[0])") }
                .compactMap(\.declaration).flatMap(types.callbacks)
                .contains { $0.title == callback.title && $0.shape() == callback.shape() }
    }

    /// Returns whether the callback is a handler of an event, as in `registerForSaveFailure(handler:)` or
    /// `authStateDidChange(handler:)`.
    private func registersHandler(_ callback: Callback) -> Bool {
        declaration.name.contains(#/^registerFor(?![a-z])|^addOn[A-Z]|DidChange$/#)
            && callback.soundsLikeHandler && !callback.soundsLikeOneAnswer
    }

    private static let often = "when something happens, or never"

    /// Returns the hint for a callback of a listener that comes once.
    func roleOfOneAnswer(_ callback: Callback) -> String {
        let role = errors(of: callback).all.isEmpty ? "success" : "completion"
        return "\(callback.title): \(roleOfEnumeration(callback)?.finding?.hint ?? role)"
    }

    /// Returns whether the callback gets more than an error, and may get it again, unlike that of `observeOnce`.
    private func bringsValue(_ callback: Callback, orFlag: Bool = true) -> Bool {
        callback.values.map { types.result(of: $0.type)?.value ?? $0.type }
            .contains { !$0.isVoid && !isError($0) && (orFlag || !$0.isBool) }
            && !declaration.name.hasWord(like: ["once", "single"])
    }

    /// Returns whether the client may call the callback again, as its name or that of the method says.
    func mayComeAgain(_ callback: Callback) -> Bool {
        // With `true`, `startScan(completion:)` may say that the scan has started.
        let isRepeated =
            declaration.fullName.contains(#/\b(every|repeats|repeating|continuous):/#) && !writes
        // With a failure callback, `subscribeToList(success:failure:)` is a request.
        let subscribes = words[0] == "subscribe" && callbacks.count == 1
        return bringsValue(callback, orFlag: !["start", "set"].contains(words[0]))
            && (declaration.fullName.listens || subscribes || registersHandler(callback)
                || callback.isForEach || isRepeated)
    }

    /// Returns whether the callback is called `listener` and gets a `Result`, as the callback of a single request may.
    func mayAnswer(_ callback: Callback) -> Bool {
        callback.title.lowercased().hasSuffix("listener")
            && callback.values.contains { types.result(of: $0.type) != nil }
    }

    private func listener(_ reason: String, count: Remark.Count = .listener) -> Remark {
        Remark(members: [member], sentence: "is not a request: \(reason)", count: count)
    }
}
