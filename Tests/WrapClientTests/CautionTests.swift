@testable import ClientWrapping

/// The command warns of properties that the declaration of a method does not show.
@Suite struct `Warnings about written methods (V4)` {
    @Test func `a method that returns a handle cannot wait for a limit (V2)`() {
        let errors = wrap("HandleClient", only: "ticket(completion:)").errors
        #expect(errors.contains("note: ticket(completion:) returns a handle, so it cannot wait"))
        #expect(errors.contains("--hint 'ticket(completion:) = waits'"))
        #expect(errors.contains("1 written, 1 cannot wait for a limit"))
    }

    @Test func `the hint "waits" makes a method wait for its permit and return no handle`() {
        let (_, output, errors) = wrap("HandleClient", only: "ticket", hint: "ticket* = waits")
        #expect(!errors.contains("cannot wait"), "\(errors)")
        let method = """
                func ticket(completion: @escaping (Result<String, any Error>) -> Void) {
                    intercept("ticket", onRejection: { error in completion(.failure(error)) }) { call in
                        let handle = base.ticket(completion: call.wrap(.completion(completion)))
                        call.onCancel(handle) { $0.cancel() }
                    }
                }
            """
        #expect(output.contains(method), "\(output)")
    }

    @Test func `the hint "holds handle" makes the written method retain the handle`() {
        let output = wrap("HandleClient", only: "optional", hint: "o* = waits; holds handle").output
        #expect(output.contains("call.onCancel { handle?.cancel() }"), "\(output)")
        #expect(!output.contains("@discardableResult"))
    }

    @Test(arguments: [
        ("waits", "it returns no handle that the group could cancel instead"),
        ("failure: success", "failure carries an error: with the role success, a failed request"),
    ])
    func `a hint that does not fit the declaration is an error`(_ hint: String, message: String) {
        let text = "aliased(_:success:failure:) = \(hint)"
        let errors = wrap("PairClient", only: "aliased", hint: text).errors
        #expect(errors.contains(message), "\(errors)")
    }

    @Test(arguments: [
        ("PairClient", "watched", "lets the client call options.onRetry outside the group"),
        ("PairClient", "watched", "lets the client call delegate outside the group"),
        ("AsyncClient", "typed", "throws any error, not only Refused, as a rejected"),
        ("FeedClient", "registerEventsListener", "(onCompletion:) = forward'"),
        ("FeedClient", "startScan", "(success:failure:) = forward'"),
        ("FeedClient", "receive", "(each:) = forward'"),
        ("FeedClient", "locate", "forward if: mode == .continuous'"),
        ("FeedClient", "items", "progress if { _, done, error in !done && error == nil }'"),
        ("FeedClient", "save", "1 written, 1 does not report a rejection"),
        ("FeedClient", "read", "forward if: policy == .staleWhileRevalidate'"),
        ("FeedClient", "configureTaskClosure,rollbackHook,subscribe", "3 passed on as listeners"),
        ("FeedClient", "set,updateNotifyHandler", "2 passed on as listeners"),
        ("FeedClient", "runAll", "done: callback { errors in errors.compactMap(\\.error).first"),
        ("FeedClient", "swap", "outCompletion: progress if { result in result.reportedFailure"),
        ("FeedClient", "wake", "success: callback { first in first ? nil : Unexplained"),
        ("Handling", "launch", "(delegate:) = skip'"),
        ("FeedClient", "pause", "(_:handler:) = handler: success'"),
        ("FeedClient", "talk", "progress if { result in result.reportedFailure == nil }'"),
        ("FeedClient", "update", "= listener: completion'"),
        ("FeedClient", "start", "callbacks.onStart: progress; callbacks.onSuccess: success'"),
        ("FeedClient", "sendAll", "itemCompletion: progress; completion: completion'"),
        ("FeedClient", "drop,discard", "(Result<*, FeedClient.Refusal>) = rejection: ("),
        ("FeedClient", "approve", "case .rejected: UnexplainedFailureError()"),
        ("FeedClient", "pay", "counts a failure among its values as a success"),
        ("FeedClient", "find", "gives callers a bare FeedClient"),
        ("FeedClient", "charge", "case .rejected: error ?? UnexplainedFailureError() as any"),
        ("FeedClient", "refund", "case .rejected: error ?? UnexplainedFailureError() as any"),
        ("FeedClient", "subscribeInvoices", "completion may be called many times, or once"),
        ("FeedClient", "buy", "deferredCompletion: progress'"),
        ("FeedClient", "forget", "first == true ? nil : UnexplainedFailureError()"),
        ("FeedClient", "retire", "!(failed ?? false) ? nil : UnexplainedFailureError()"),
        ("FeedClient", "carry", "case .progress: true; default: false } }'"),
        ("FeedClient", "ready,session,variable", "3 written"),
        ("FeedClient", "pull", "(into:) = skip'"),
        ("FeedClient", "connect", "it returns Bool, which may be a failure"),
        ("FeedClient", "sync", "sync(error:completion:) is not wrapped: completion is"),
        ("FeedClient", "open", "(andRegisterLinkHandler:) = forward'"),
        ("FeedClient", "unpack", "(fileOutputHandler:) = forward'"),
        ("FeedClient", "serve", "case .headers, .value: true; default: false } }'"),
        ("FeedClient", "bind,listen,monitor,ping,scan,setNotify,watch", "2 written, 7 need a hint"),
        ("FeedClient", "repeatPayment,setNotifyURL,setNotifyValue", "3 written"),
        ("FeedClient", "dim", "warning: dim(saveCompletion:completion:) is not wrapped"),
        ("Hall", "feed", "feed gives callers a bare Networking, whose"),
        ("Hall", "feed", "wrap methods in extensions of the protocol: enter(done:); a request"),
        ("Hall", "join", "it has Self in its parameters or its answer"),
        ("Hall", "both", "--hint 'both = forward'"),
        ("Uploading", "start", "--hint 'start() = skip'"),
        ("Uploading", "set", "1 passed on as a listener"),
        ("Messages", "connect", "1 passed on as a listener"),
        ("Hall", "rest,stay", "--hint 'rest(), stay() = rejection: <the Broken for a rejection>'"),
        ("Reporter", "third", "|| from == nil && base.policy.contains(.cacheThenNetwork)'"),
    ])
    func `the summary says what is uncertain about a method`(
        _ type: String,
        name: String,
        note: String
    ) {
        #expect(wrap(type, only: name).errors.contains(note))
    }

    @Test func `a future of a client has a note, and an alias without a symbol graph a hint`() {
        let graph = Recorded.copy(replacing: ["s:7Clients10FeedClientC6FutureC": KnownTypes.future])
        let errors = Recorded.run("FeedClient", "--symbol-graph", graph, "--only", "join").errors
        #expect(errors.contains("gives callers a bare FeedClient"), "\(errors)")
        #expect(!errors.contains("bare Future"), "\(errors)")
        let alias = #""preciseIdentifier":"s:7Clients3OldO"#
        let other = Recorded.copy(replacing: [alias: #""preciseIdentifier":"s:4Core3OldO"#])
        let unseen = Recorded.run("Hub", "--symbol-graph", other, "--only", "refresh").errors
        #expect(unseen.contains("pass the graph of Core"), "\(unseen)")
    }
}
