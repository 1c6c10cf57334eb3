/// Guesses the meaning of a callback from its name.
extension Callback {
    private var words: [String] {
        // For `callbacks.onStart`, the name of the parameter says nothing; for `completion.handler`, only this name does.
        let isNamed = carrier != nil && !ownName.contains(#/(?i)(handler|block|closure|call)$/#)
        let names = isNamed ? [ownName] : [parameter.title, parameter.name]
        return names.flatMap { $0.split(separator: ".") }.flatMap { String($0).camelCaseWords }
    }

    private func isCalled(_ stems: String...) -> Bool { words.contains { $0.begins(like: stems) } }

    var soundsLikeSuccess: Bool { isCalled("succe") && !soundsLikeFailure }

    var soundsLikeFailure: Bool { isCalled("fail", "error") }

    var soundsLikeAnEnd: Bool { soundsLikeSuccess || soundsLikeFailure || soundsLikeEnd }

    var soundsLikeProgress: Bool {
        isCalled("progress", "updat") && !soundsLikeAnotherEnd || takesHandle && !soundsLikeAnEnd
    }

    /// Whether the callback gets a part of the answer or a cached answer, if another callback ends the request.
    var soundsLikePart: Bool {
        let part = #/^(part(s|ial|ially)?|bytes?|pieces?)$/#
        let isPart =
            ["on", "did", "new"].contains(words.first) && words.contains { $0.contains(part) }
        return !soundsLikeOneAnswer && (isPart || isCalled("receiv", "each", "chunk", "cache"))
    }

    /// Whether the client calls the callback for each of many values, even if no other callback ends the request.
    var isForEach: Bool {
        let each =
            #/^(each|per[A-Z]|enumerat|receiveValue$|item[A-Z]\w*ed(?![a-z]))|andRegister\w+Handler$/#
        return title.contains(each) && !soundsLikeOneAnswer
    }

    var soundsLikeListener: Bool {
        isCalled("listener", "observer", "subscri", "event", "tick", "sink", "changes")
            || ["on", "did"].contains(words.first)
                && isCalled("event", "change", "message", "updat", "next", "value", "click")
    }

    /// Whether the name says only that the client calls the callback.
    var soundsLikeHandler: Bool { ["handler", "block", "perform", "closure"].contains(words.last) }

    /// Whether the request ends without its answer, because the user or another client has to act first, as in
    /// `needsCode` or `onPass`.
    var soundsLikeAnotherEnd: Bool {
        isCalled("need", "requir") || soundsLikeRefusal || title == "onPass"
    }

    /// Whether the request ends without an answer, as in `onTimeout`.
    var soundsLikeRefusal: Bool {
        arity == 0 && isCalled("cancel", "timeout", "denied", "unauthor", "expire", "abort")
    }

    /// Whether the client calls the callback before the request, as in `configureMessage`.
    var soundsLikePreparation: Bool { isCalled("configur", "prepar", "modif") }

    var soundsLikeOneAnswer: Bool {
        soundsLikeSuccess || soundsLikeFailure || isCalled("complet", "done", "finish", "return")
    }

    var soundsLikeEnd: Bool {
        isCalled("complet", "done", "finish", "finally", "always", "ended", "callback")
            || ["end", "onEnd"].contains(title)
    }
}

extension String {
    /// Whether the name is of an object that the client calls whenever something happens, such as a delegate.
    var soundsLikeListener: Bool {
        ["delegate", "listener", "observer", "subscriber", "watcher", "monitor", "interceptor"]
            .contains(where: lowercased().hasSuffix)
    }

    /// Whether the method of this name with labels observes, or adds or starts a listener, as `startScan(completion:)`
    /// and `bind(to:handler:)`.
    var listens: Bool {
        let listens =
            #/
            ^ (observe | listen | monitor | poll) (?! [a-z])
            | ^ watch (For[A-Z]\w* | \w*(Changes | Events | Location | Position | Query | Updates))? \(
            | ^ scan (For[A-Z]\w* \( | \( ((for | with) (?! [a-z])))
            | ^ scan \( (continuous | allowDuplicates | \w+:\))
            | ^ start (Scan | Scanning | UpdatingLocation | [A-Z]\w*Updates) \(
            | ^ (liveQuery | setNotify | setNotifyValue) \( | ^ bind\(to:
            /#
        return addsListener || contains(listens)
    }

    /// Whether the method of this name with labels adds a listener, as `addMessageListener(_:)` and `register(observer:)`.
    var addsListener: Bool {
        contains(#/^(add|register)\w*\(?([lL]istener|[oO]bserver|[wW]atcher)[(:]/#)
    }

    /// Whether the name is of an object that the client calls, perhaps once.
    var soundsLikeReceiver: Bool { soundsLikeListener || contains(#/(?i)(handler|callback)$/#) }

    var soundsLikeProgress: Bool { hasWord(like: ["progress", "fraction", "percent"]) }

    var soundsLikeCode: Bool { hasWord(like: ["code", "status"]) }

    /// Whether the name is of a flag that is true after a failure, such as `timedOut`.
    var soundsLikeFailedFlag: Bool {
        hasWord(like: "fail error timed cancel denied reject wrong".words)
    }

    /// Whether the name is of a flag that is true after a success, such as `isSuccessful`.
    var soundsLikeGoodFlag: Bool { hasWord(like: ["succe", "ok", "valid", "complete", "done"]) }

    /// Whether the name is of a flag that says nothing of a failure, such as `isNewUser`.
    var soundsLikeOtherFlag: Bool {
        begins(with: "is", "has", "should", "can", "from", "was", "will", "needs")
            && !soundsLikeGoodFlag && !soundsLikeFailedFlag
    }

    /// Whether the name suggests two answers, first from a cache and then from the network.
    var soundsLikeTwoAnswers: Bool {
        let sources =
            #/
            ([cC]ache | [lL]ocal | [dD]isk | [sS]tale) \w* (And | Then | While) \w*
            (Fetch | Network | Server | Remote | Refresh | Reload | Revalidate | Update)
            /#
        // The cases of `URLRequest.CachePolicy` lead to one answer.
        return contains(sources) && !contains("gnoring")
    }

    /// Returns whether the name begins with one of the stems.
    func begins(like stems: [String]) -> Bool { stems.contains(where: lowercased().hasPrefix) }

    /// Returns whether a word of the name begins with one of the stems.
    func hasWord(like stems: [String]) -> Bool {
        camelCaseWords.contains { $0.begins(like: stems) }
    }

    /// Returns whether one of the words is the first word of the name.
    func begins(with words: String...) -> Bool { words.contains(camelCaseWords.first ?? "") }

    /// The words of the name: `on`, `upload` and `progress` for `onUploadProgress`.
    var camelCaseWords: [String] {
        reduce(into: []) { words, character in
            if character.isUppercase || words.isEmpty { words.append("") }
            words[words.count - 1] += character.lowercased()
        }
    }
}
