// Finds methods whose contract differs from one request with one answer: listeners, two answers, escaping clients.
extension Planner {
    static let listening = "subscribe observe watch listen monitor stream on once".words
    private static let stemsOfListening =
        "listen monitor observ watch updates updating scan track poll".words

    private var words: [String] {
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
            || isOnly && ["set", "register"].contains(words[0])
                && (last == "block" || callback.returnsValue)
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
            "\(reason) says that the client calls \(callback.title) \(Self.often); if \(callback.title) always comes once, use \(roleOfOneAnswer(callback))"
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
    private func mayComeAgain(_ callback: Callback) -> Bool {
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
    private func mayAnswer(_ callback: Callback) -> Bool {
        callback.title.lowercased().hasSuffix("listener")
            && callback.values.contains { types.result(of: $0.type) != nil }
    }

    private func listener(_ reason: String, count: Remark.Count = .listener) -> Remark {
        Remark(members: [member], sentence: "is no request: \(reason)", count: count)
    }

    /// A choice with which the client answers again: its path, its value, the condition that the caller has chosen it,
    /// and whether it may be left out.
    private typealias Repeated = (path: String, choice: String, condition: String, isOptional: Bool)

    private static let writing =
        "delete remove log save update create post put purge push send set upload".words
        + "pay charge schedule repeat add".words

    /// Whether the method changes something once, as its name says.
    private var writes: Bool { Self.writing.contains(words[0]) }

    /// Throws if an ending callback may be called several times or never, unless a hint decides this.
    func checkContract(_ roles: [(callback: Callback, role: Role)]) throws(Unsettled) {
        let ending = roles.filter(\.role.isEnding).map(\.callback)
        let isSaid = items.contains { if case .role(_, .progressIf) = $0 { true } else { false } }
        guard items.value(.forwardIf) == nil, !isSaid, let first = ending.first else { return }
        let title = first.title
        let isOnly = roles.count == ending.count
        for callback in ending where items.roles(of: callback.parameter).isEmpty {
            let (name, isAnswer) = (callback.title, mayAnswer(callback))
            if isAnswer || isOnly && mayComeAgain(callback) {
                let reason = "\(name) may come many times, or once, with the result"
                let role = ending.count > 1 ? proposal(ending) : roleOfOneAnswer(callback)
                let mayBeOne = words[0] == "subscribe" && name.begins(with: "completion")
                let isLikely = isAnswer && !Self.listening.contains(words[0]) || mayBeOne
                throw Unsettled(reason, isLikely ? [role, "forward"] : ["forward", role])
            }
            guard let (flag, more) = flaggedProgress(callback) else { continue }
            let reason = "\(name) may come several times, as its value \(flag) says"
            throw Unsettled(reason, ["\(name): \(more)", roleOfOneAnswer(callback)])
        }
        let part = roles.first { $0.role == .progress && getsResult($0.callback) }?.callback
        let isReported = roles.contains { $0.role.reportsFailure }
        if let part, !isReported, items.roles(of: part.parameter).isEmpty {
            let reason = "after a failure in \(part.title), \(title) perhaps never comes"
            let more = "progress if { result in result.reportedFailure == nil }"
            throw Unsettled(reason, [more, "progress"].map { "\(part.title): \($0)" })
        }
        // A client answers from its cache only what it reads.
        let mayRead = !member.isStatic && !writes
        let own = client.members.filter { mayRead && !$0.isMethod && !$0.isStatic }
            .compactMap(\.declaration).map { ("base.\($0.name.escaped)", $0.result) }
        func repeated(_ places: [(String, TypeSyntax)]) -> [Repeated] {
            places.flatMap(choices).flatMap { name, type -> [Repeated] in
                let isOptional = name.contains("?") || types.value(type).isOptional
                return repeatedChoices(of: type, isGiven: !name.hasPrefix("base."))
                    .map { (name, $0.baseName, comparison(name, $0, of: type), isOptional) }
            }
        }
        let chosenByCaller = repeated(declaration.parameters.map { ($0.name.escaped, $0.type) })
        // Without a choice of the caller, the choice of the client applies. A pattern cannot be part of this condition.
        let paths = Set(chosenByCaller.map(\.path)).sorted()
        let isMissing = paths.map { "\($0) == nil && " }.joined()
        let chosenByClient = repeated(own).map { ($0, $1, isMissing + $2, $3) }
        let found = chosenByCaller + (chosenByCaller.allSatisfy(\.isOptional) ? chosenByClient : [])
        if let (name, chosen, one, _) = found.first {
            let conditions = found.map(\.condition)
            let isPattern = conditions.contains { $0.hasPrefix("case ") }
            let isTwice = isPattern ? one : conditions.list(" || ")
            let reason =
                "with .\(chosen) as \(name), the client calls \(title) again, and the group waits for the first answer only"
            throw Unsettled(reason, ["forward if: \(isTwice)", "forward if: never"])
        }
        guard !declaration.result.isVoid, ending.allSatisfy(\.isOptional) else { return }
        let result = types.core(declaration.result)
        let answers = ending.flatMap(\.values).flatMap { value in
            types.result(of: value.type).map { [$0.value, $0.failure] } ?? [value.type]
        }
        let isAnswer = answers.contains { "\(types.core($0))" == "\(result)" }
        // If the command does not know how the returned value cancels the request, the hint has to say so too.
        var cancelling: String?
        if items.value(.cancel) == nil {
            do { _ = try handleCancel() } catch { cancelling = error.hints.first }
        }
        // A value that the client can cancel is a handle, whatever the callback is.
        let isHandle = cancelling?.contains("base.") == true
        guard isAnswer && !isHandle || cancelling == "cancel: nothing" else { return }
        let isNil = ending.map { "\($0.expression) == nil" }.list(" && ")
        let hints = [isNil, "never"].map { condition in
            [cancelling, "forward if: \(condition)"].compactMap(\.self).list("; ")
        }
        let name = "\(outside(result))"
        let reason =
            "it returns \(name), perhaps its answer where \(title) is nil, and a group passes a callback in its place"
        throw unsettled(reason, hints, returning: name)
    }

    /// Returns the choices with which the client answers from its cache and then again, or many times.
    private func repeatedChoices(of type: TypeSyntax, isGiven: Bool) -> [Symbol] {
        let cases = index.choices(of: types.core(type).precise)
        let names = cases.map(\.baseName)
        let hasLocal = names.contains { $0.hasWord(like: ["cache", "local"]) }
        let more = #/^(continu?ous(ly)?|onForeground)$/#
        let hasMore = isGiven && !writes && names.contains { $0.contains(more) }
        let once = names.first { $0.contains(#/^(once|single|oneShot|oneTime|onDemand)$/#) }
        return cases.filter {
            $0.baseName.soundsLikeTwoAnswers || hasLocal && $0.baseName == "both"
                // A static property such as `standard` may stand for the case `once`.
                || hasMore && once != nil && $0.baseName != once && $0.isKind(of: ["enum.case"])
        }
    }

    /// Returns the value and its properties, such as the policy in a query, each with its type.
    func choices(_ name: String, _ type: TypeSyntax) -> [(name: String, type: TypeSyntax)] {
        let (core, isOptional) = types.value(type)
        let path = name + (isOptional ? "?." : ".")
        let inside = index.properties(of: core.precise)
        return [(name, type)] + inside.map { ("\(path)\($0.name.escapedAfterDot)", $0.result) }
    }

    /// Returns the remarks about other clients that the caller receives, because their requests join no group.
    func bareClients(hasHandle: Bool = false) -> [Remark] {
        let isOfListener = declaration.kind != .method && declaration.name.soundsLikeListener
        let results = hasHandle || isOfListener ? [] : [declaration.result]
        let values = results + callbacks.flatMap(\.function.parameters).map(\.type)
        let named = values.flatMap { types.meaning(of: $0).names(withOuter: false) }
            .filter { $0.precise != KnownTypes.future }
        // A client may be the value of a case, as in `.success(Page)`.
        let inCases = named.flatMap { index.cases(of: $0.precise) }.flatMap { self.values(of: $0) }
        // The protocol of a client may bind an associated type, as in `associatedtype Messages: Sending`.
        let bound = named.compactMap { index[$0.precise] }.filter(\.isAssociatedType)
            .flatMap(\.tokens.tokens).map { NamedType(name: $0.text, precise: $0.precise) }
        let names = named + bound + inCases.flatMap { $0.type.names(withOuter: false) }
        // The wrapper wraps a client that the method returns at once, but no client that comes later.
        let mayBeOwn = declaration.isAsync || !returnsClient
        // A client may also be in a property, as the `User` in the result of a sign-in.
        let inside = names.filter { mayBeOwn || $0.precise != client.symbol.precise }
            .flatMap { index.properties(of: $0.precise) }.compactMap { types.core($0.result).name }
            .filter { KnownTypes.isClass($0.precise ?? "") }
        // A step of a chain may return a superclass, which is another type to `InterceptingClient`.
        let isStep = declaration.kind == .method && !declaration.isAsync
        let superclasses = isStep ? index.inheritance(of: client.symbol.precise).dropFirst() : []
        let clients = (names + inside)
            // An enumeration, such as a `Result` of the client, has steps such as `map(_:)`, and no requests.
            .filter {
                KnownTypes.sessions.contains($0.precise ?? "")
                    || mayBeOwn && $0.precise == client.symbol.precise
                    || superclasses.contains($0.precise ?? "")
                    || ![nil, "swift.enum"].contains(index[$0.precise]?.kind.identifier)
                        && types.firstRequest(of: $0.precise) != nil
            }
        let sentences = clients.map { client in
            let wrapper = types.wrapperName(ofProtocol: .named(client)) ?? Forms.client
            return
                "gives callers a bare \(client.name), whose requests join no group; wrap it where it arrives, with \(wrapper)(…)"
        }
        return Set(sentences).sorted().map { note($0) }
    }
}
