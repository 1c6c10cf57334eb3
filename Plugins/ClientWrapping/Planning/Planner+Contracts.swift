extension Planner {
    private static let listening: Set<String> = [
        "subscribe", "observe", "watch", "listen", "monitor", "stream", "on", "once",
    ]
    private static let registered = ["listener", "observer", "subscriber", "watcher", "monitor"]
    private static let registrations: Set<String> = [
        "registration", "subscription", "observation", "watcher", "listener", "observer",
    ]

    /// The callback or the stream that seems to report events, and the reason why.
    ///
    /// A call of a method with such a listener issues no request.
    func listener(_ declaration: Declaration) -> Listener? {
        let callbacks = declaration.parameters.compactMap { types.callback($0) }
            .filter { !$0.changesValue }
        let words = declaration.name.camelCaseWords
        let type = types.core(declaration.result)
        if callbacks.isEmpty, let precise = type.precise, index.isStream(precise) {
            // A method such as `stream(_:)` may begin a request, whose answer the stream is.
            let isListening =
                words[0] != "stream" && Self.listening.contains(words[0])
                || words.last == "progress"
            let stream = "\(outside(type))"
            return isListening
                ? Listener(callback: nil, sentence: "its name says that \(stream) reports events")
                : nil
        }
        guard let callback = callbacks.first(where: { !$0.soundsLikeProgress }),
            !items.contains(where: \.isRole)
        else { return nil }
        let isOnEvent =
            words[0] == "on" && callbacks.count == 1 && callback.parameter.label != nil
            && callback.arity > 0 && finder.errors(of: callback).all.isEmpty
        guard isOnEvent || !callbacks.contains(where: \.soundsLikeOneAnswer) else { return nil }
        let ending = "\(type)".camelCaseWords.last ?? ""
        let reason: String? =
            if Self.listening.contains(words[0])
                || words[0] == "add" && Self.registered.contains(words.last ?? "")
                || words.contains("progress")
            {
                "its name"
            } else if callbacks.contains(where: \.soundsLikeListener) {
                "the name of a callback"
            } else if client.members.contains(where: { $0.baseName == "un\(declaration.name)" }) {
                "un\(declaration.name)"
            } else if Self.registrations.contains(ending.prefix { $0.isLetter }.lowercased()) {
                "what it returns"
            } else {
                nil
            }
        return reason.map {
            let title = callback.parameter.title
            let sentence = "\($0) says that the client calls \(title) whenever something happens"
            return Listener(callback: title, sentence: sentence)
        }
    }

    /// Throws if an ending callback may be called several times or never, unless a hint decides this.
    func checkContract(
        _ declaration: Declaration,
        _ roles: [(callback: Callback, role: Role)]
    ) throws(Unsettled) {
        let ending = roles.filter(\.role.isEnding).map(\.callback)
        let isSaid = items.contains { if case .progressIf = $0 { true } else { false } }
        guard items.forwardIf == nil, !isSaid, let first = ending.first else { return }
        let title = first.parameter.title
        for parameter in declaration.parameters {
            guard let precise = types.core(parameter.type).precise,
                let choice = index.members(of: precise).map(\.name).first(
                    where: \.soundsLikeTwoAnswers
                )
            else { continue }
            let twice = "with .\(choice) as \(parameter.title), the client calls \(title) twice"
            // With another choice, the client may answer from its cache only, so the condition contains the choice.
            let isTwice = "\(parameter.name) == .\(choice)"
            if let more = EnumerationHint(types: types, member: member)
                .cachedAnswer(first, if: isTwice)
            {
                throw Unsettled(
                    "\(twice), first with what it has in its cache",
                    hints: "\(title): progress if \(more)",
                    "forward if: \(isTwice)"
                )
            }
            throw Unsettled(
                "\(twice), nothing in its values says which answer is the last, and the group waits "
                    + "for the first answer only",
                hints: "forward if: \(isTwice)",
                "forward if: never"
            )
        }
        guard !declaration.result.isVoid, ending.allSatisfy(\.isOptional) else { return }
        let result = types.core(declaration.result)
        let answers = ending.flatMap(\.function.parameters).flatMap { value in
            let type = types.value(value).type
            if case .named(let name) = type, types.isResult(type) { return name.arguments }
            return [type]
        }
        let isAnswer = answers.contains { "\(types.core($0))" == "\(result)" }
        let cancelling = items.cancel == nil ? unknownCancel(declaration) : nil
        func hint(_ condition: String) -> String {
            [cancelling, "forward if: \(condition)"].compactMap(\.self).list("; ")
        }
        guard isAnswer || cancelling == "cancel: nothing" else { return }
        let likely = hint(ending.map { "\($0.expression) == nil" }.list(" && "))
        throw Unsettled(
            "it returns \(outside(result)), perhaps its answer where \(title) is nil, and a group "
                + "passes a callback in its place",
            hints: likely,
            hint("never"),
            general: "-> \(outside(result)) = \(likely)"
        )
    }

    /// The hint to offer if the command does not know how the returned value cancels the request.
    private func unknownCancel(_ declaration: Declaration) -> String? {
        do throws(Unsettled) { _ = try handleCancel(declaration) } catch {
            return error.hints.first
        }
        return nil
    }

    /// The cautions for other clients that the caller receives, because their requests join no group.
    func bareClients(_ declaration: Declaration, hasHandle: Bool = false) -> [Caution] {
        let values =
            (hasHandle ? [] : [declaration.result])
            + declaration.parameters.compactMap { types.callback($0) }
            .flatMap(\.function.parameters).map(\.type)
        let clients = values.flatMap { types.meaning(of: $0).names(withOuter: false) }
            .filter { name in
                name.precise.flatMap { index[$0] == nil ? nil : types.firstRequest(of: $0) } != nil
            }
        return Set(clients.map(\.name)).sorted().map {
            .other(
                "gives callers a bare \($0), whose requests join no group; wrap it where it "
                    + "arrives, with InterceptingClient(…)"
            )
        }
    }
}

extension String {
    /// Whether the name suggests two answers, first from a cache and then from the network.
    fileprivate var soundsLikeTwoAnswers: Bool {
        let words = camelCaseWords
        guard let joint = words.firstIndex(where: { ["and", "then"].contains($0) }), !contains("(")
        else { return false }
        let sources = ["fetch", "network", "server", "remote", "refresh", "reload"]
        return words[..<joint].contains { $0.hasPrefix("cache") || $0 == "local" }
            && words[joint...].contains { sources.contains($0) }
    }
}
