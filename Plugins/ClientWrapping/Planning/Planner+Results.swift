// Plans the wrapper by the result of the method: a handle, another client, a future, or no request.
extension Planner {
    /// Returns the expression that cancels the returned handle; throws if the command knows no such expression.
    func handleCancel() throws(Unsettled) -> String {
        let (type, isOptional) = result
        let name = "\(outside(type))"
        let ofElement = index.methods(of: type.elements?.type.precise).map(\.fullName)
        let cancelsEach = ofElement.contains("cancel()")
        if case .array(let element) = type, cancelsEach || cancelHint(element) != nil {
            let reason = "it returns \(name), and its callback may be called for each element"
            throw Unsettled(reason, ["skip", "forward", "cancel: nothing"])
        }
        // A tuple, for example, has no identifier and no methods.
        let precise = (returnsClient ? client.symbol.precise : type.precise) ?? ""
        let methods = index.methods(of: precise)
        let cancelling = methods.filter(\.isCalledLikeCancelling)
        let own = cancelling.filter { $0.parameters.isEmpty && !$0.isThrowing }.map(\.fullName)
        // The operations of Apple's frameworks are in no symbol graph.
        let prepared = KnownTypes.preparedHandles.intersection(index.ancestry(of: precise))
        let isPrepared = !prepared.isEmpty || index[precise] == nil && name.hasSuffix("Operation")
        // A handle may have one method such as `cancelRequest()`.
        let named = Set(own.filter { $0.hasPrefix("cancel") && !$0.hasPrefix("cancelAll") })
        let others = (named.count == 1 ? named : []) + ["stop()", "invalidate()", "dispose()"]
        let known = ["cancel()"] + (returnsClient ? [] : others)
        let isHandle = isPrepared || KnownTypes.handles.contains(precise)
        let cancel = isHandle ? "cancel()" : known.first(where: own.contains)
        let names = Set(methods.map(\.fullName))
        // In a type with `pause()`, `resume()` continues a running request and does not start a request.
        let resumes = names.contains("resume()") && !names.contains("pause()")
        // A caller may ignore the handle only if the request has already started.
        let isStarted = KnownTypes.startedHandles.contains(precise) || declaration.isDiscardable
        if let cancel, isPrepared || resumes || names.contains("start()"), !isStarted {
            let pattern = isPrepared && name.hasPrefix("URLSession") ? "URLSession*Task" : name
            let reason = "it returns \(name), and whether it has been started is not certain"
            throw unsettled(reason, ["cancel: $0.\(cancel)"], returning: pattern)
        }
        if let cancel { return cancelClosure("\(isOptional ? "$0?" : "$0").\(cancel)") }
        if type.isBool {
            let reason = "it returns Bool, and after false its callback may never be called"
            throw unsettled(reason, ["forward", "cancel: nothing"], returning: name)
        }
        if case .function(let function) = type {
            let isPlain = function.parameters.isEmpty && function.effects.isEmpty
            let hints = ["skip", isPlain ? "cancel: _ = $0()" : "cancel: nothing"]
            throw Unsettled("it returns a function, which may start or cancel the request", hints)
        }
        let isSessionTask = KnownTypes.preparedHandles.contains {
            index.ancestry(of: $0).contains(precise)
        }
        // Another form of `cancel()` has parameters, throws, or is a closure in a property.
        let other = (closures(of: precise) + cancelling).filter { $0.name == "cancel" }
            .compactMap { self.cancelling($0, "$0.") }.first
        let cast = isSessionTask ? "cancel: ($0 as? URLSessionTask)?.cancel()" : nil
        var inTuple: String?
        if case .tuple(let parts) = type {
            inTuple = parts.indices.first {
                KnownTypes.handles.contains(types.core(parts[$0].type).precise ?? "")
            }
            .map { part in
                let mark = types.value(parts[part].type).isOptional ? "?" : ""
                return "cancel: $0.\(parts[part].label ?? "\(part)")\(mark).cancel()"
            }
        }
        // A method of the client, such as `stopIntegration()`, ends more than this request.
        let ending = returnsClient ? nil : own.first.map { "cancel: $0.\($0)" }
        let isEvent = returnsClient && declaration.name.begins(with: "on")
        let hint = isEvent ? "forward" : cancelHint(type) ?? other ?? ending ?? cast ?? inTuple
        let reason = "it returns \(name), and how to cancel it is not certain"
        throw unsettled(reason, [hint, "cancel: nothing"].compactMap(\.self), returning: name)
    }

    /// Returns a hint with a call that ignores errors and callbacks; `nil` if a parameter needs a value.
    private func cancelling(_ method: Declaration, _ owner: String, id: String? = nil) -> String? {
        var values = [id].compactMap(\.self)
        for parameter in method.parameters.dropFirst(values.count)
        where parameter.defaultValue == nil {
            guard let callback = types.callback(parameter), !callback.returnsValue
            else { return nil }
            let names = callback.arity == 0 ? "{}" : "{ \(callback.names().list()) in }"
            values.append((parameter.label.map { "\($0): " } ?? "") + names)
        }
        return "cancel: \(method.isThrowing ? "try? " : "")\(owner)\(method.name)(\(values.list()))"
    }

    /// Returns the reason for a method whose first hint is good for all methods with this result.
    func unsettled(_ reason: String, _ hints: [String], returning name: String) -> Unsettled {
        Unsettled(reason, hints, general: hintForAll(hints[0], returning: name))
    }

    /// Returns the hint for all methods with this result; `nil` if another result type of the client has the same name.
    func hintForAll(_ part: String, returning name: String) -> String? {
        let pattern = name.replacing(#/^([\w.]+)<.*>$/#) { "\($0.1)<*>" }
        let hint = Hint(name: "-> \(pattern)", items: [.word(.forward)], text: "")
        let returned = client.members.filter { !hint.items(for: $0, types).isEmpty }
            .compactMap(\.declaration).map { types.core($0.result).precise }
        let isOne = name.contains("*") || returned.allSatisfy { $0 == result.type.precise }
        return isOne ? "\(hint.name) = \(part)" : nil
    }

    /// Returns a hint with a method of the client that cancels a request by its identifier, such as `cancel(_:)`.
    private func cancelHint(_ type: TypeSyntax) -> String? {
        let wanted = types.meaning(of: type).description
        // An identifier such as a `String` may be that of something else, as for `cancelOrder(id:completion:)`.
        let isHandle = index[type.precise] != nil
        let words = isHandle ? ["cancel", "stop", "abort"] : ["cancel"]
        let hints = client.members.compactMap(\.declaration).compactMap { method -> String? in
            guard let id = method.parameters.first, words.contains(method.name.camelCaseWords[0]),
                types.meaning(of: id.type).description == wanted,
                isHandle || method.parameters.count == 1
            else { return nil }
            return cancelling(method, "base.", id: (id.label.map { "\($0): " } ?? "") + "$0")
        }
        let hint = hints.first { $0.contains("base.cancel") } ?? hints.first
        // The client does not need the object itself, so perhaps nothing keeps it.
        let holds = isHandle && KnownTypes.isClass(type.precise ?? "") ? "; holds handle" : ""
        return hint.map { $0 + holds }
    }

    /// Returns the plan for a method that is not asynchronous and has no callbacks.
    func planWithoutCallbacks() throws(Unsettled) -> Plan {
        let type = result.type
        // A future has its result when the request ends, so the future is the end of the request.
        let value = type.precise == KnownTypes.future ? type.name?.arguments.first : nil
        if let value { return plan(as: .future(outside(value))) }
        let isCancel = declaration.isCancelling && declaration.name.camelCaseWords.count == 1
        for parameter in declaration.parameters where !isCancel {
            try checkForRequests(parameter)
        }
        if types.isClient(type) { return try wrappedPlan() }
        try checkForStarting()
        let asks = type.isBool && declaration.name.begins(with: "is", "has", "can", "should")
        let isQuestion = asks || !type.isVoid && declaration.name.begins(with: "get")
        // A method cannot change a variable of its caller after it has returned.
        let changesArgument = declaration.parameters.contains { $0.type.isInout }
        if let receiver, !changesArgument, !member.isStatic, declaration.kind == .method,
            !declaration.isCancelling, !isQuestion, !declaration.fullName.listens,
            !client.members.contains(where: { declaration.name.hasPrefix("un\($0.baseName)") })
        {
            let reason =
                "it has no callback, and the client has \(receiver), which may report the end of a request: write that by hand; forward is for a method that starts no request"
            throw Unsettled(reason, ["skip", "forward"])
        }
        if case .function(let function) = type, types.holdsFunctions(.tuple(function.parameters)) {
            throw Unsettled("it returns a function that may issue a request", ["skip", "forward"])
        }
        return plan(as: .passedOn)
    }

    /// The property of the client that may receive the end of requests: a delegate, or a closure such as `onFinished`.
    ///
    /// A delegate whose methods only return values, such as `shouldSend(_:)`, receives no end.
    private var receiver: String? {
        for property in client.members.compactMap(\.declaration) where property.kind != .method {
            let type = types.core(property.result)
            let isEnd = property.name.hasWord(like: ["complet", "finish", "succe", "fail"])
            if case .function(let function) = type,
                isEnd
                    || function.result.isVoid
                        && function.parameters.contains(where: { types.result(of: $0.type) != nil })
            {
                return "the closure \(property.name)"
            }
            // A delegate of a log gets no end of a request.
            guard property.name.contains(#/^(?!log).*[dD]elegate$/#) else { continue }
            let methods = index.methods(of: type.precise)
            if methods.isEmpty || methods.contains(where: \.result.isVoid) { return "a delegate" }
        }
        let hasListeners = client.members.compactMap(\.declaration).contains {
            $0.fullName.addsListener && types.callbacks(of: $0).isEmpty
        }
        return hasListeners ? "listeners" : nil
    }

    /// Throws if the parameter, such as a delegate, may receive the end of a request.
    private func checkForRequests(_ parameter: Parameter) throws(Unsettled) {
        let type = types.core(parameter.type)
        let (title, name) = (parameter.title, "\(outside(type))")
        let owned = closures(of: type.precise)
        let registers = declaration.name.contains(#/^(add|register|remove)\w*Observer$/#)
        let nested = owned.isEmpty ? nestedClosures(of: type.precise) : []
        // An element of an array may carry a callback, or an object may get a callback when it is made.
        let element = types.core(type.element)
        let given = closures(of: element.precise).map(\.name) + givenClosures(of: element.precise)
        let inside =
            closureCases(of: element.precise) + nested
            + given.filter {
                owned.isEmpty && $0.hasWord(like: "complet callback succe fail done".words)
            }
        let kinds: KeyValuePairs = [
            "takes a delegate, to which the client reports; write the method by hand, with DelegatedCalls in between":
                [title.lowercased(), name].contains { $0.contains(#/[dD]elegate$/#) } && !registers,
            "holds callbacks, and which of them end a request is not certain":
                types.holdsFunctions(parameter.type),
            "may carry a callback: \(inside.first ?? "")": !inside.isEmpty,
            "is an object to which the client may report the end of a request: write that by hand; forward is for a method that starts no request":
                isReceiver(parameter),
        ]
        if let kind = kinds.first(where: \.value)?.key {
            throw Unsettled("\(title) \(kind)", ["skip", "forward"])
        }
        let carried = owned.map { self.carried($0.name, by: parameter) }
        if let called = zip(owned, carried).first(where: { $0.isWritable || !$1.returnsValue })?.1 {
            let roles = try? roles(of: carried, hinted: carried.map { _ in nil })
            let words = roles?.compactMap(\.word) ?? []
            let parts = zip(carried, words).map { "\($0.title): \($1)" }.list("; ")
            let hasEnd = carried.contains(where: \.soundsLikeOneAnswer)
            let isLikely = hasEnd && !carried.contains(where: \.returnsValue)
            let proposal = words.count == carried.count ? parts : isLikely ? proposal(carried) : nil
            let isPlain = !types.value(parameter.type).isOptional && !parameter.type.isInout
            let hint = owned.allSatisfy(\.isWritable) ? isPlain ? proposal : nil : "skip"
            let reason = "\(title) is \(name), which may carry a callback: \(called.ownName)"
            throw Unsettled(reason, [hint, "forward"].compactMap(\.self))
        }
        let classes = index.inheritance(of: type.precise)
        if KnownTypes.preparedHandles.isDisjoint(with: classes) { return }
        let job = parameter.name
        let end = "\(job).completionBlock: finally; cancel: \(job).cancel()"
        let hints = KnownTypes.operations.isDisjoint(with: classes) ? [] : [end]
        throw Unsettled("\(title) is \(name), which this may start", hints + ["forward"])
    }

    /// Returns whether the client may call the object in the parameter, as in `load(_:listener:)`.
    private func isReceiver(_ parameter: Parameter) -> Bool {
        let type = types.core(parameter.type)
        let registers = "add set register attach remove unregister detach subscribe".words
        let isNamed = [parameter.title, "\(type)"].contains(where: \.soundsLikeReceiver)
        guard isNamed, let precise = type.precise, KnownTypes.isProtocol(precise),
            !registers.contains(declaration.name.camelCaseWords[0])
        else { return false }
        return index.methods(of: precise).contains(where: \.result.isVoid)
    }

    /// Returns the reason to assume that the returned value is another client or a chain of calls; otherwise `nil`.
    func chain() -> String? {
        let type = result.type
        guard !KnownTypes.handles.contains(type.precise ?? ""),
            let request = types.firstRequest(of: type.precise)
        else { return nil }
        return "it returns \(outside(type)), on which a request may go on: \(request)"
    }

    /// Throws if the returned value may be a request that is still running or has not started.
    private func checkForStarting() throws(Unsettled) {
        let type = result.type
        guard let precise = type.precise else { return }
        let methods = index.methods(of: precise)
        // A promise has methods such as `then(onSuccess:)`, and nothing says which of them ends the request.
        let names = methods.map(\.name)
        let isPromise =
            names.contains { $0.hasPrefix("then") || $0 == "catch" }
            || ["onSuccess", "onFailure"].allSatisfy(names.contains)
                && !names.contains(where: ["start", "resume", "send"].contains)
        if !isPromise, let chain = chain() { throw .client(chain) }
        let isForeign =
            index[precise] == nil && precise.hasPrefix("s:")
            && !KnownTypes.foundations.contains(KnownTypes.module(of: precise) ?? "")
            && (KnownTypes.isClass(precise) || KnownTypes.isProtocol(precise))
        let kinds: KeyValuePairs = [
            "a promise of a request that has begun: write it by hand, and answer the request in callbacks of the promise; with forward its group does not wait for it":
                isPromise,
            "a stream, which may never end": index.isStream(precise),
            "perhaps of a request":
                KnownTypes.handles.contains(precise)
                || methods.contains { $0.fullName == "cancel()" },
            "which is in no symbol graph and may be a request": isForeign,
        ]
        guard let kind = kinds.first(where: \.value)?.key else { return }
        let name = "\(outside(type))"
        let pattern = "\(name.prefix { $0 != "<" })\(name.contains("<") ? "*" : "")"
        let hints = isPromise || declaration.isDiscardable ? ["skip", "forward"] : ["forward"]
        throw unsettled("it returns \(name), \(kind)", hints, returning: pattern)
    }
}
