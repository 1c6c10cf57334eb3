@testable import ClientWrapping

/// Callbacks that say little of a failure, and handles that say little of cancelling.
@Suite struct `Proposed hints` {
    private static let messages = "VerdictClient Hub Corner Reporter Marks Peer Seed Desk".words
        .map { Recorded.wrap($0).errors }.joined()

    @Test(arguments: [
        "VerdictClient", "MarketClient", "Hub", "FeedClient", "Corner", "Reporter", "Marks",
    ])
    func `with all printed hints, no method remains ambiguous`(_ type: String) {
        let hints = Recorded.wrap(type).errors.lines.filter { $0.hasPrefix("    --hint '") }
            .map { String($0.dropFirst("    --hint '".count).dropLast()) }
            .filter { !$0.contains("<the ") }
        #expect(hints.count > 1)
        let errors = Recorded.wrap(type, hints: hints).errors
        #expect(!errors.contains("warning: "), "\(errors)")
    }

    @Test(arguments: [
        "flag(done:) = done: callback { error, _ in !error ? nil : UnexplainedFailureError() }",
        "mail(_:progress:completion:) = completion: callback { _, errors in errors.first?.1 }",
        "confirm(done:) = done: callback { first in Result(catching: first).reportedFailure }",
        "read(received:done:) = cancel: base.cancelRead($0, failed: { _ in }); holds handle",
        "code(done:) = done: callback { error in error == 0 ? nil : HubInt(value: error) }",
        "first(done:), second(done:) = forward if: base.policy.contains(.cacheThenNetwork)",
        "dial(done:) = done: callback { errorCode, error in errorCode == 0 ? nil : error }",
        "value(_:completion:) = completion: callback { first in first as? any Error }",
        "connect(onOpen:onDisconnect:) = onOpen: success; onDisconnect: untouched",
        "find(_:completion:) = forward if: inquiry.policy == .cacheThenNetwork",
        "write(done:) = cancel: try? base.stopWrite($0); holds handle", "success(_:) = forward",
        "pages(_:) = handler: progress if { _, hasMore in hasMore }", "rows(each:page:) = skip",
        "look(_:done:), peek(_:done:) = forward if: case .cacheThenNetwork = way",
        "load(_:listener:) = skip",
        "receive(_:callback:) = forward", "greet(done:) = done: success",
        "ask(cancel:done:) = cancel: failure; done: completion", "page(_:modifier:) = client",
        "open(cache:api:) = cache: progress; api: completion", "attach(added:moved:) = forward",
        "play(onParticipant:done:) = onParticipant: progress", "observe(completion:) = forward",
        "end(done:) = cancel: $0.cancel(done: { _ in })", "save(done:failure:) = done: success",
        "cachedItem(completion:) = completion: success",
        "near(onNext:done:) = onNext: progress",
        "pay(onSuccess:onCancel:) = onCancel: failure", "join(onMessage:onError:) = forward",
        "scan(status:completion:) = status: progress", "operation(done:) = cancel: $0.cancel()",
        "names(done:) = done: success", "-> URLSession*Task = cancel: $0.cancel()",
        "numbered(completion:) = cancel: nothing", "query(listener:) = listener: completion",
        "bytes(onBytes:end:) = onBytes: progress", "chat(onEvent:) = onEvent: progress",
        "both(done:) = cancel: $0.cancel()", "send(content:completion:) = skip",
        "cancelRead(_:failed:) = forward", "subscribe(_:failure:) = forward", "later() = skip",
        "set(prepare:failure:) = forward", "batch(_:) = cancel: $0.cancel()", "load() = skip",
        "redirect(completion:) = forward", "registerForNews(_:) = forward", "act(done:) = skip",
        "each(each:failure:) = forward", "go(onSuccess:failure:) = skip", "enqueue(_:) = skip",
        "events() = return: success", "chunks(onChunk:) = forward", "openView(_:) = forward",
        "images(done:) = skip", "link(_:) = forward", "sure(done:) = skip", "(Bool) = success",
        "prepared(completion:) = completion: callback { first in first ? nil : UnexplainedFailureError() }; cancel: $0.cancel()",
        "logIn(success:needsCode:failure:) = needsCode: success; success: success; failure: failure",
        "store(done:), storeAll(done:) = done: callback { first in first ? nil : UnexplainedFailureError() }",
        "reach(failed:) = failed: callback { first in !first ? nil : UnexplainedFailureError() }",
        "buy(completion:) = completion: callback { first in switch first { case .offline, .userCancelled: UnexplainedFailureError(); default: nil } }",
        "judge(done:) = done: callback { first in if case .failure(_, let error) = first { error.first ?? UnexplainedFailureError() } else { nil } }",
        "merge(done:) = done: callback { first, second in first.reportedFailure ?? second.reportedFailure }",
        "fall(done:) = done: callback { failed, timedOut in !failed && !timedOut ? nil : UnexplainedFailureError() }",
        "rent(done:) = done: callback { success, isCancelled in success && !isCancelled ? nil : UnexplainedFailureError() }",
        "give(done:) = done: callback { _, errorOccurred in !errorOccurred ? nil : UnexplainedFailureError() }",
        "lend() = return: callback { _, userCancelled in !userCancelled ? nil : UnexplainedFailureError() }",
        "queryCanShow(done:) = done: success", "setKey(completion:) = skip",
        "refresh(onSuccess:) = forward", "send(_:) = skip", "check(done:) = forward",
        "completion(_:) = done: completion; cancel: nothing", "onReady(callback:) = forward",
        "push(done:) = done: callback { first, errors in errors.first ?? (!first ? UnexplainedFailureError() as any Error : nil) }",
        "send(done:) = done: callback { first, second in <the error, or nil> }",
        "note(done:) = done: callback { _, error, _ in error == 0 ? nil : CornerInt(value: error) }",
        "(Consent<*>) = callback { first in !first.isError() ? nil : UnexplainedFailureError() }",
        "rent(start:completion:) = start: progress; completion: callback { first in first != nil ? nil : UnexplainedFailureError() }",
        "lift(progress:) = progress: callback { first in if case .failed(let error) = first { error } else { nil } }; progress: progress if { first in switch first { case .progress: true; default: false } }",
        "rise(done:) = forward",
        "wail(_:done:) = forward if: check == .onForeground", "retrieve(_:) = skip",
        "burn() = skip", "mail(_:) = skip", "token(tokenCallback:) = forward",
        "hand(done:) = cancel: nothing",
        "pass(onSuccess:onFailure:onPass:) = onPass: success; onSuccess: success; onFailure: failure",
        "every(done:) = done: callback { errors in errors.compactMap(\\.reportedFailure).first }",
        "part(done:) = done: progress if { _, isPartial, third in isPartial && third == nil }",
        "step(onStep:) = onStep: success; onStep: progress if { _, finished in !finished }",
        "retry(done:) = done: callback { first in if case .failed(let error) = first { error } else { nil } }; done: progress if { first in switch first { case .retrying: true; default: false } }",
        "state() = return: success", "all(_:) = skip", "nested(_:) = skip",
        "save(done:) = done: callback { first in first == nil ? nil : UnexplainedFailureError() }",
        "invoke(done:) = done: callback { _, error in error == nil ? nil : UnexplainedFailureError() }",
        "plan(repeating:execute:) = forward", "subscribe(done:) = forward",
        "query(updateHandler:) = forward", "list(enumerationBlock:) = forward",
        "fetch(repeats:done:) = forward", "pair(done:) = cancel: $0.1.cancel()",
        "link(done:disconnected:) = done: completion; disconnected: untouched",
        "login() = return: callback { first in switch first.result { case .wrongPassword: UnexplainedFailureError(); default: nil } }",
        "query() = skip",
        "place(done:) = done: callback { first in switch first { case .failure(let error): error; case .needsMemo: UnexplainedFailureError(); default: nil } }",
        "fetchToken(completion:) = completion: callback { first in switch first { case .fail: UnexplainedFailureError(); default: nil } }; completion: progress if { first in switch first { case .fail: true; default: false } }",
        "verify(done:) = done: callback { first in first == nil ? nil : UnexplainedFailureError() }",
        "updateHome(result:) = result: callback { first in first != nil ? nil : UnexplainedFailureError() }",
        "handleLink(_:completion:) = completion: success",
        "archive(done:) = done: callback { result in result.errors.first }",
        "ring(errorListener:done:) = errorListener: progress; done: completion",
        "settle(done:) = done: callback { result in switch result.result { case .rejectedByHook: result.error ?? UnexplainedFailureError() as any Error; default: result.error } }",
        "bid(done:) = done: callback { first in switch first { case .bidNoOffer, .skippedByError: UnexplainedFailureError(); default: nil } }",
        "sort(merge:errorListener:done:) = merge: progress; errorListener: progress; done: callback { first in if case .failure(let error) = first { error } else { nil } }",
        "ask(_:) = skip", "call(success:failure:) = cancel: $0.cancel()",
        "count(done:) = done: callback { code, text, data in <the error, or nil> }",
        "build(_:) = forward", "sendAll(itemProcessedHandler:) = forward",
        "(*?, String?) = callback { first, _ in first != nil ? nil : UnexplainedFailureError() }",
        "post(completion:) = completion: callback { first in switch first { case .failed(let error): error; case .cancelled: UnexplainedFailureError(); default: nil } }; completion: progress if { first in switch first { case .applied: true; default: false } }",
    ])
    func `an ambiguous method is reported with a hint that fits its declaration`(_ hint: String) {
        #expect(Self.messages.contains("--hint '\(hint)'"), "\(Self.messages)")
    }

    @Test func `a rejection omits the label that a case does not have`() {
        let (_, output, _) = Recorded.wrap("Corner", only: "decide(done:)")
        #expect(output.contains("{ error in .failure(error) }"), "\(output)")
    }

    @Test func `a setter with a result and a returned value is written as a request`() {
        let (_, output, _) = Recorded.wrap("Corner", only: "setFlag(_:)")
        #expect(output.contains("intercept("), "\(output)")
    }

    @Test(arguments: [
        ("VerdictClient", "session(_:didReceive:completionHandler:)"),
        ("VerdictClient", "register(_:eventHandler:)"), ("Hub", "listen(completion:)"),
        ("VerdictClient", "onExpiry(completion:)"), ("Hub", "delegateOnClose(to:callback:)"),
        ("Hub", "addPingListener(_:error:)"), ("Hub", "setCloseHandler(_:)"),
        ("Hub", "unlisten()"), ("PausedTask", "pause()"), ("LibraryClient", "delegate"),
        ("RegistryClient", "configure"), ("RegistryClient", "once"),
        ("Transfer", "cancel(keepingPart:)"), ("FeedClient", "addObserver(_:)"),
        ("RegistryClient", "register(event:handler:)"), ("Hub", "getState()"),
        ("Hub", "startListening(handler:)"), ("Corner", "addRowListener(completion:)"),
        ("Corner", "setCompletion(_:)"), ("Corner", "setSource(_:)"),
        ("FeedClient", "onComplete(_:)"),
        ("FeedClient", "startReading(_:)"),
        ("Corner", "subscribe(completion:)"), ("Corner", "list(onItemClick:)"),
        ("Marks", "setErrorBlock(_:)"), ("Marks", "didLoad(_:)"), ("Marks", "cancel(request:)"),
        ("Desk", "addListener(_:for:)"), ("Desk", "register(listener:)"),
    ])
    func `a method that issues no request, such as addPingListener, is written without intercept`(
        _ type: String,
        _ name: String
    ) {
        let (_, output, errors) = Recorded.wrap(type, only: name)
        #expect(!output.contains("intercept("), "\(output)")
        #expect(errors.contains("1 written"), "\(errors)")
    }

    @Test(arguments: [
        ("VerdictClient", "renew", ".progress(taskHandler)"),
        ("VerdictClient", "renew", ".progress(onRenewal)"),
        ("Hub", "leave", ".success(left), .failure(failure)"),
        ("Hub", "tally", "if case .failed(let error) = result.outcome { error } else { nil }"),
        ("Hub", "decode", ".completion(end)"), ("Post", "old", "@available(*, deprecated)"),
        ("Hub", "report", "{ error, _ in HubString(value: error) }"),
        ("Hub", "refuse", "{ _, _ in UnexplainedFailureError() }"),
        ("Hub", "tell", "?? UnexplainedFailureError() as any Error"),
        ("Hub", "end", ".completion(end)"), ("Hub", "batch", ".progress(each)"),
        ("Hub", "settle", "case .failure: Unexplained"),
        ("Corner", "pair", "rejection: { error in (nil, .other(error)) }"),
        ("Corner", "onMain", "completion(.failure(.other(error)))"),
        ("Repository", "list", ".completion("), ("Corner", "observeOnce", ".completion("),
        ("TiedClient", "clear", "Item == Item.Content, Base"),
        ("Hub", "flagged", "{ _ = $0.cancel() }"), ("Corner", "stopAll", ".completion(done)"),
        ("Leaf", "mode", "var mode: Int { base.mode }"), ("Post", "send", "{ @concurrent in"),
        ("Corner", "rule", "rejection: { error in .failure(nil, [error]) }"),
        ("Corner", "reply", "result.error } else { UnexplainedFailureError() }"),
        ("Corner", "reply", "rejection: { _ in nil }"), ("Post", "send", "throws -> Verdict"),
        ("Corner", "walk", ".finally(end)"), ("Corner", "calm", ".callback(done) { _ in nil }"),
        ("Corner", "tie", ".completion(callback)"),
        ("Corner", "lose", "result.reportedFailure ?? UnexplainedFailureError() as any Error"),
        ("Corner", "tenant", "{ base.tenant }"),
        ("Corner", "seek", "$0 as Any as? any Error ?? Unex"),
        ("Hub", "refresh", "error.map { HubString(value: $0) }"),
        ("Marks", "startUpdateProfile", ".completion(cb)"), ("Marks", "send", ".success("),
        ("Marks", "registerForPush", ".completion("),
        ("Box", "send", "where G: Seed, Base == Box<G>"),
        ("Marks", "load", "if case .failure(let error) = first { error } else { nil }"),
        ("Marks", "load", "Couple<Int, Int> = Couple<Int, Int>()"),
        ("Marks", "connected", "intercept(\"connected\")"),
        ("Marks", "buy", "if case .failure(let error) = first { error } else { nil }"),
        ("FeedClient", "createHook", ".finally(callback)"),
        ("FeedClient", "ask", "if !first.hasError { first.error } else {"),
        ("FeedClient", "execute", "if first.isSuccess { first.error } else {"),
        ("FeedClient", "watchHistory", ".completion(completion)"),
        ("FeedClient", "run", "{ first.error ?? UnexplainedFailureError() as any"),
    ])
    func `the code of a written method fits the names, types and attributes of its declaration`(
        _ type: String,
        _ name: String,
        _ code: String
    ) {
        #expect(Recorded.wrap(type, only: name).output.contains(code))
    }

    @Test(
        arguments: [
            (
                "Hub", "feed(done:) = cancel: nothing",
                "shelf(completion:) give callers a bare Folder"
            ),
            ("Hub", nil, "session gives callers a bare URLSession"),
            ("Hub", nil, "use callback: callback {"),
            ("Corner", nil, "next(completion:) gives callers a bare Corner"),
            ("Corner", nil, "says that the client calls listener"),
            ("Corner", nil, "now(callback:) calls callback before it returns"),
            ("Marks", nil, "call handlers outside"),
            ("Leaf", nil, "track(onEvent:) and up() give callers a bare Branch"),
            ("Leaf", nil, "count and total are static and may change"),
            ("Handling", "folder() = forward", "folder() gives callers a bare Folder"),
        ] as [(String, String?, String)]
    )
    func `the summary has a note about a risk of a written method`(
        _ type: String,
        _ hint: String?,
        _ note: String
    ) {
        let errors = wrap(type, hint: hint).errors
        #expect(errors.contains(note), "\(errors)")
    }

    @Test(arguments: [("Hub", "delegate outside"), ("Hub", "tearLater"), ("Corner", "outcome()")])
    func `the output has no note about a harmless member`(_ type: String, _ text: String) {
        let result = wrap(type)
        let comments = result.output.lines.filter { $0.contains("//") }
        #expect(!comments.contains { $0.contains(text) }, "\(comments)")
        #expect(!result.errors.contains(text), "\(result.errors)")
    }

    @Test(arguments: [
        ("FeedClient", "store", "store = client", "{ base.store.intercepted("),
        ("Hub", "cause", "cause(done:) = done: completion", "{ _, error in error }"),
        ("Corner", "rate", "(Int) = success", ".callback(failure)"),
        ("VerdictClient", "close", "(Error?) = failure", ".success(success), .failure(failure)"),
    ])
    func `a hint determines the code of a method`(
        _ type: String,
        _ name: String,
        _ hint: String,
        _ code: String
    ) {
        let output = wrap(type, only: name, hint: hint).output
        #expect(output.contains(code), "\(output)")
    }

    @Test func `a hint for one callback is used beside a hint for the other callback`() {
        let hints = ["(Int) = success", "pick(*) = hideCompletion: progress"]
        let output = Recorded.wrap("Corner", only: "pick", hints: hints).output
        #expect(output.contains("hideCompletion: { captured.run"), "\(output)")
    }

    @Test func `a hint settles a callback that may be called several times`() {
        let hint = "pages(_:) = handler: callback { result, _ in result.reportedFailure }"
        #expect(wrap("Hub", only: "pages", hint: hint).errors.contains("1 written"))
    }

    @Test func `a hint for callbacks does not change an unambiguous asynchronous method`() {
        let hint = "(Bool) = callback { ok in ok ? nil : Refused(near) }"
        let output = wrap("Corner", only: "isNear", hint: hint).output
        #expect(!output.contains("error: {"), "\(output)")
    }

    @Test func `a default value in a mutable static property is not repeated`() {
        let output = wrap("DefaultsClient", only: "attempting").output
        #expect(!output.contains("= DefaultsClient.attempts"), "\(output)")
    }

    @Test func `a default value in an extension of a type of another module is not repeated`() {
        let graph = Recorded.copy(replacing: [
            #"["DefaultsClient","attempts"]"#: #"["JSONDecoder","attempts"]"#,
            " = attempts, ": " = JSONDecoder.attempts, ",
        ])
        let options = ["--symbol-graph", graph, "--wrapper-module", "App"]
        let output = Recorded.run(["DefaultsClient"] + options).output
        #expect(output.contains("attempts: Int,"), "\(output)")
    }

    @Test func `a property that subclasses override is written once`() {
        #expect(wrap("Leaf").output.components(separatedBy: "var level").count == 2)
    }

    @Test func `an asynchronous property of a generic client is left to the user`() {
        #expect(wrap("Post", only: "receipt").errors.contains("1 left to you"))
    }

    @Test func `a method of a protocol gets the hint to write it by hand, not the hint waits`() {
        let errors = wrap("Handling").errors
        let remedy = "write it by hand in an extension of InterceptingHandling"
        #expect(errors.contains(remedy), "\(errors)")
        #expect(errors.contains("cannot wait for a limit"), "\(errors)")
        #expect(!errors.contains("= waits"), "\(errors)")
    }
}
