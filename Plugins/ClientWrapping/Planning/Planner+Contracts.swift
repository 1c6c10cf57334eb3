extension Planner {
    private static let listening: Set<String> = [
        "subscribe", "observe", "watch", "listen", "monitor", "stream", "on",
    ]
    private static let registered = ["listener", "observer", "subscriber", "watcher", "monitor"]
    private static let registrations: Set<String> = [
        "registration", "subscription", "observation", "watcher", "listener", "observer",
    ]

    /// What a method has callbacks for that come whenever something happens: that is no request.
    func checkForListener(_ declaration: Declaration) throws(Unsettled) {
        let callbacks = declaration.parameters.compactMap { types.callback($0) }
        guard let callback = callbacks.first(where: { !$0.soundsLikeProgress }),
            !items.contains(where: \.isRole), !callbacks.contains(where: \.soundsLikeOneAnswer)
        else { return }
        let words = declaration.name.camelCaseWords
        let type = types.core(declaration.result)
        let ending = "\(type)".camelCaseWords.last ?? ""
        let reason: String? =
            if Self.listening.contains(words[0])
                || words[0] == "add" && Self.registered.contains(words.last ?? "")
            {
                "its name"
            } else if callbacks.contains(where: \.soundsLikeListener) {
                "the name of a callback"
            } else if Self.registrations.contains(ending.prefix { $0.isLetter }.lowercased()) {
                "what it returns"
            } else {
                nil
            }
        guard let reason else { return }
        throw Unsettled(
            "\(reason) says that the client calls \(callback.parameter.title) whenever something "
                + "happens, so it is no request",
            hints: types.isClient(type) ? "client" : "forward",
            "\(callback.parameter.title): completion"
        )
    }

    /// What a callback does not say of the request that it ends.
    func checkContract(
        _ declaration: Declaration,
        _ roles: [(callback: Callback, role: Role)]
    ) throws(Unsettled) {
        let ending = roles.filter { ![.progress, .untouched, .captured].contains($0.role) }
            .map(\.callback)
        guard items.forwardIf == nil, let first = ending.first else { return }
        let title = first.parameter.title
        for parameter in declaration.parameters {
            guard let precise = types.core(parameter.type).precise,
                let choice = index.members(of: precise).map(\.name).first(
                    where: \.soundsLikeTwoAnswers
                )
            else { continue }
            throw Unsettled(
                "with .\(choice) as \(parameter.title), the client calls \(title) twice, and the group "
                    + "waits for the first answer only",
                hints: "forward if: \(parameter.name) == .\(choice)",
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

    /// The hint for a returned value that is not known to cancel the request.
    private func unknownCancel(_ declaration: Declaration) -> String? {
        do throws(Unsettled) { _ = try handleCancel(declaration) } catch {
            return error.hints.first
        }
        return nil
    }

    // MARK: - What leaves the wrapper

    /// The clients among the values that the caller gets, on which requests are in no group.
    func bareClients(_ declaration: Declaration) -> [Caution] {
        let values =
            [declaration.result]
            + declaration.parameters.compactMap { types.callback($0) }
            .flatMap(\.function.parameters).map(\.type)
        let clients = values.flatMap { types.meaning(of: $0).names }
            .filter { name in
                name.precise.flatMap { index[$0] == nil ? nil : types.firstRequest(of: $0) } != nil
            }
        return Set(clients.map(\.name)).sorted().map {
            .other(
                "gives its caller a bare \($0), whose requests join no group; wrap it where it "
                    + "arrives, with InterceptingClient(…)"
            )
        }
    }
}

extension String {
    /// Whether a choice of this name has the client answer from its cache, and then from the network.
    fileprivate var soundsLikeTwoAnswers: Bool {
        let words = camelCaseWords
        guard let joint = words.firstIndex(where: { ["and", "then"].contains($0) }), !contains("(")
        else { return false }
        let sources = ["fetch", "network", "server", "remote", "refresh", "reload"]
        return words[..<joint].contains { $0.hasPrefix("cache") || $0 == "local" }
            && words[joint...].contains { sources.contains($0) }
    }
}
