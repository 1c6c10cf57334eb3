extension Planner {
    // MARK: - Handles

    /// How what the method returns is cancelled.
    func handleCancel(_ declaration: Declaration) throws(Unsettled) -> String {
        let (type, isOptional) = types.meaning(of: declaration.result).unwrappingOptional
        let name = "\(outside(type))"
        let precise = types.isClient(type) ? client.symbol.precise : type.precise
        let access = isOptional ? "$0?" : "$0"
        guard let precise else {
            throw Unsettled(
                "it returns \(name), and how that cancels the request is not certain",
                hints: "cancel: nothing"
            )
        }
        if KnownTypes.startedHandles.contains(precise) {
            return cancelClosure("\(access).cancel()", declaration)
        }
        let methods = index.methods(of: precise)
        let own = methods.filter(\.isCalledLikeCancelling).map(\.name)
        let known =
            ["cancel()"] + (types.isClient(type) ? [] : ["stop()", "invalidate()", "dispose()"])
        let cancel = known.first(where: own.contains)
        let starts = ["resume()", "start()"].contains { name in
            methods.contains { $0.name == name }
        }
        if KnownTypes.preparedHandles.contains(precise) || cancel != nil && starts {
            throw Unsettled(
                "it returns \(name), and whether it has been started is not certain",
                hints: "cancel: \(access).\(cancel ?? "cancel()")",
                general: "-> \(name) = cancel: \(access).\(cancel ?? "cancel()")"
            )
        }
        if let cancel { return cancelClosure("\(access).\(cancel)", declaration) }
        let isSessionTask = KnownTypes.preparedHandles.contains {
            index.protocols(of: $0).contains(precise)
        }
        let hint =
            cancelHint(type) ?? own.first.map { "cancel: \(access).\($0)" }
            ?? (isSessionTask ? "cancel: ($0 as? URLSessionTask)?.cancel()" : nil)
        throw Unsettled(
            "it returns \(name), which has no cancel()",
            [hint, "cancel: nothing"].compactMap(\.self),
            general: "-> \(name) = \(hint ?? "cancel: nothing")"
        )
    }

    /// The client's own method that cancels what has this identifier.
    private func cancelHint(_ type: TypeSyntax) -> String? {
        for case .success(let method) in client.members.map(\.declaration)
        where method.kind == .method && method.name.hasPrefix("cancel") {
            guard method.parameters.count == 1, let parameter = method.parameters.first,
                types.meaning(of: parameter.type).description == types.meaning(of: type).description
            else { continue }
            let label = parameter.label.map { "\($0): " } ?? ""
            return "cancel: base.\(method.name)(\(label)$0)"
        }
        return nil
    }

    // MARK: - No callbacks

    /// A method that is neither asynchronous nor has callbacks.
    func formWithoutCallbacks(_ declaration: Declaration) throws(Unsettled) -> Plan.Form {
        let (type, _) = types.meaning(of: declaration.result).unwrappingOptional
        // A future says when the request has ended, whatever else reports it.
        if case .named(let name) = type, name.precise == KnownTypes.future,
            let value = name.arguments.first
        {
            return .future(outside(value))
        }
        for parameter in declaration.parameters {
            try checkForRequests(parameter)
        }
        if types.isClient(type) { return .wrapped }
        try checkForStarting(type)
        let isCancelling =
            declaration.result.isVoid
            && ["cancel", "stop", "abort", "invalidate"].contains(where: declaration.name.hasPrefix)
        if client.hasDelegate, !member.isStatic, declaration.kind == .method, !isCancelling {
            throw Unsettled(
                "it has no callback, and the client has a delegate, which may report the end of a request: "
                    + "write that by hand; forward is for a method that starts no request",
                hints: "skip",
                "forward"
            )
        }
        return .passedOn
    }

    /// Fails for a parameter that may report the end of a request.
    func checkForRequests(_ parameter: Parameter) throws(Unsettled) {
        let type = types.core(parameter.type)
        let name = "\(outside(type))"
        if parameter.title.lowercased().hasSuffix("delegate") || name.hasSuffix("Delegate") {
            throw Unsettled(
                "\(parameter.name) is a delegate, to which the client reports; write the method by hand, "
                    + "with DelegatedCalls in between",
                hints: "skip",
                "forward"
            )
        }
        if type.holdsFunctions || parameter.type.isExpansion && parameter.type.holdsFunctions {
            throw .forward(
                "\(parameter.title) holds callbacks, and which of them end a request is not certain"
            )
        }
        let carried = carriedCallbacks(by: parameter)
        if let callback = carried.first {
            let words = ((try? finder.roles(of: carried, hinted: [:])) ?? []).compactMap(\.word)
            let hint = zip(carried, words).map { "\($0.parameter.name): \($1)" }.list("; ")
            throw Unsettled(
                "\(parameter.title) is \(name), which may carry a callback: \(callback.ownName)",
                (words.count == carried.count ? [hint] : []) + ["forward"]
            )
        }
        if let precise = type.precise,
            index.inheritance(of: precise).contains(where: KnownTypes.preparedHandles.contains)
        {
            throw Unsettled(
                "\(parameter.title) is \(name), which this may start",
                hints:
                    "\(parameter.name).completionBlock: finally; cancel: \(parameter.name).cancel()",
                "forward"
            )
        }
    }

    /// Whether what is returned may be, or become, a request that has not ended.
    private func checkForStarting(_ type: TypeSyntax) throws(Unsettled) {
        guard let precise = type.precise else { return }
        let name = "\(outside(type))"
        if index.isStream(precise) {
            throw .forward("it returns \(name), a stream, which ends by itself or never")
        }
        let isHandle =
            KnownTypes.startedHandles.contains(precise)
            || KnownTypes.preparedHandles.contains(precise)
        if !isHandle, let request = types.firstRequest(of: precise) {
            throw Unsettled(
                "it returns \(name), on which a request may go on: \(request)",
                hints: "client",
                "forward"
            )
        }
        if isHandle || index.methods(of: precise).contains(where: { $0.name == "cancel()" }) {
            throw .forward("it returns \(name), perhaps of a request")
        }
        let isForeign =
            index[precise] == nil
            && !KnownTypes.foundations.contains(KnownTypes.module(of: precise) ?? "")
            && (KnownTypes.isClass(precise) || KnownTypes.isProtocol(precise))
        if isForeign, precise.hasPrefix("s:") {
            throw .forward("it returns \(name), of which no graph says whether it is a request")
        }
    }
}

extension Client {
    /// Whether it has a delegate, which may get the end of requests.
    var hasDelegate: Bool {
        members.contains { !$0.isMethod && $0.baseName.lowercased().hasSuffix("delegate") }
    }
}

extension Symbol {
    /// Whether it may stop a request: by its name, and without a parameter.
    var isCalledLikeCancelling: Bool {
        let stems = [
            "cancel", "stop", "abort", "invalidate", "tear", "dispose", "terminate", "suspend",
            "close",
        ]
        guard name.hasSuffix("()"), stems.contains(where: name.lowercased().hasPrefix) else {
            return false
        }
        guard let method = try? Declaration(self) else { return false }
        return !method.isAsync && !method.isThrowing
    }
}
