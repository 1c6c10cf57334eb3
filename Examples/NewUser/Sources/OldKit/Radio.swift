// An unmodified third-party library.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A client with numbers that cancel its requests, and with publishers.
public final class Radio {
    private let fate: Fate
    private var kept: ((Result<String, any Error>) -> Void)?

    public init(_ fate: Fate) { self.fate = fate }

    public func tune(done: @escaping (Result<String, any Error>) -> Void) -> Int {
        if fate == .kept { queue.sync { kept = done } }
        serve(fate, success: { done(.success("news")) }, failure: { done(.failure($0)) })
        return 1
    }

    public func cancel(_ number: Int) {
        queue.async {
            self.kept?(.failure(GivenUp()))
            self.kept = nil
        }
    }

    /// Returns a publisher that sends a request for each subscriber.
    public func news() -> Publisher<String> {
        Publisher { [fate] onValue, onEnd in
            let subscription = Subscription()
            if fate == .kept { subscription.onDispose = { onEnd(GivenUp()) } }
            queue.async { if fate != .lost { onValue("beep") } }
            serve(fate, success: { onEnd(nil) }, failure: onEnd)
            return subscription
        }
    }
}

/// A publisher like those of reactive libraries.
public struct Publisher<Value> {
    public typealias Subscribe = (
        @escaping (Value) -> Void, @escaping ((any Error)?) -> Void
    ) -> Subscription

    private let start: Subscribe

    public init(_ start: @escaping Subscribe) { self.start = start }

    @discardableResult
    public func subscribe(
        onValue: @escaping (Value) -> Void,
        onEnd: @escaping ((any Error)?) -> Void
    ) -> Subscription {
        start(onValue, onEnd)
    }
}

public final class Subscription {
    var onDispose: (() -> Void)?

    public func dispose() {
        queue.async { [self] in
            onDispose?()
            onDispose = nil
        }
    }
}
