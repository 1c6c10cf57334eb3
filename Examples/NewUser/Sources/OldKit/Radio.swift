// An unmodified third-party library.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A client with one handler for progress and completion, and numbers that cancel its requests.
public final class Radio {
    public static let shared = Radio()

    public enum Event {
        case progress(Double)
        case done(String)
        case problem(any Error)
    }

    private var kept: [Int: (Result<String, any Error>) -> Void] = [:]
    private var last = 0

    public func record(_ fate: Fate, handler: @escaping (Event) -> Void) {
        queue.async { if fate != .lost { handler(.progress(0.5)) } }
        serve(fate, success: { handler(.done("tape")) }, failure: { handler(.problem($0)) })
    }

    public func tune(_ fate: Fate, done: @escaping (Result<String, any Error>) -> Void) -> Int {
        let number = queue.sync {
            last += 1
            if fate == .kept { kept[last] = done }
            return last
        }
        serve(fate, success: { done(.success("news")) }, failure: { done(.failure($0)) })
        return number
    }

    public func cancel(_ number: Int) {
        queue.async { self.kept.removeValue(forKey: number)?(.failure(GivenUp())) }
    }

    /// Returns a publisher that sends a request for each subscriber.
    public func signal(_ fate: Fate) -> Signal<String> {
        Signal { onValue, onEnd in
            let subscription = Subscription()
            if fate == .kept { subscription.onDispose = { onEnd(GivenUp()) } }
            queue.async { if fate != .lost { onValue("beep") } }
            serve(fate, success: { onEnd(nil) }, failure: onEnd)
            return subscription
        }
    }
}

/// A publisher like those of reactive libraries.
public struct Signal<Value> {
    private let start: (@escaping (Value) -> Void, @escaping ((any Error)?) -> Void) -> Subscription

    public init(
        _ start:
            @escaping (@escaping (Value) -> Void, @escaping ((any Error)?) -> Void) ->
            Subscription
    ) {
        self.start = start
    }

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
