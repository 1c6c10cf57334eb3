// Finds methods whose contract differs from one request with one answer: two answers, escaping clients.
extension Planner {
    /// A choice with which the client answers again: its path, its value, the condition that the caller has chosen it,
    /// and whether it may be left out.
    private typealias Repeated = (path: String, choice: String, condition: String, isOptional: Bool)

    private static let writing =
        "delete remove log save update create post put purge push send set upload".words
        + "pay charge schedule repeat add".words

    /// Whether the method changes something once, as its name says.
    var writes: Bool { Self.writing.contains(words[0]) }

    /// Throws if an ending callback may be called several times or never, unless a hint decides this.
    func checkContract(_ roles: [(callback: Callback, role: Role)]) throws(Unsettled) {
        let ending = roles.filter(\.role.isEnding).map(\.callback)
        let isSaid = items.contains { if case .role(_, .progressIf) = $0 { true } else { false } }
        guard items.value(.forwardIf) == nil, !isSaid, let first = ending.first else { return }
        let (title, isOnly) = (first.title, roles.count == ending.count)
        for callback in ending where items.roles(of: callback.parameter).isEmpty {
            let (name, isAnswer) = (callback.title, mayAnswer(callback))
            if isAnswer || isOnly && mayComeAgain(callback) {
                let reason = "\(name) may be called many times, or once with the result"
                let role = ending.count > 1 ? proposal(ending) : roleOfOneAnswer(callback)
                let mayBeOne = words[0] == "subscribe" && name.begins(with: "completion")
                let isLikely = isAnswer && !Self.listening.contains(words[0]) || mayBeOne
                throw Unsettled(reason, isLikely ? [role, "forward"] : ["forward", role])
            }
            guard let (flag, more) = flaggedProgress(callback) else { continue }
            let reason = "\(name) may be called several times, as its value \(flag) says"
            throw Unsettled(reason, ["\(name): \(more)", roleOfOneAnswer(callback)])
        }
        let part = roles.first { $0.role == .progress && getsResult($0.callback) }?.callback
        let isReported = roles.contains { $0.role.reportsFailure }
        if let part, !isReported, items.roles(of: part.parameter).isEmpty {
            let reason = "after a failure in \(part.title), \(title) may never be called"
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
        let isMissing = Set(chosenByCaller.map(\.path)).sorted().map { "\($0) == nil && " }.joined()
        let chosenByClient = repeated(own).map { ($0, $1, isMissing + $2, $3) }
        let found = chosenByCaller + (chosenByCaller.allSatisfy(\.isOptional) ? chosenByClient : [])
        if let (name, chosen, one, _) = found.first {
            let isPattern = found.contains { $0.condition.hasPrefix("case ") }
            let isTwice = isPattern ? one : found.map(\.condition).list(" || ")
            let reason =
                "with .\(chosen) as \(name), the client calls \(title) again, and the group waits for the first answer only"
            throw Unsettled(reason, ["forward if: \(isTwice)", "forward if: never"])
        }
        let isHinted = items.value(.cancel) != nil
        guard !declaration.result.isVoid, ending.allSatisfy(\.isOptional), !isHinted else { return }
        let result = types.core(declaration.result)
        // A value that can cancel the request is a handle, whatever the callback is.
        var cancelling: String?
        do { _ = try handleCancel() } catch { cancelling = error.hints.first }
        guard cancelling == "cancel: nothing" else { return }
        let isNil = ending.map { "\($0.expression) == nil" }.list(" && ")
        // The hint has to say, too, that the returned value does not cancel the request.
        let hints = [isNil, "never"].map { "cancel: nothing; forward if: \($0)" }
        let reason =
            "it returns \(outside(result)), perhaps its answer where \(title) is nil, and a group passes a callback in its place"
        throw unsettled(reason, hints, returning: "\(outside(result))")
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
