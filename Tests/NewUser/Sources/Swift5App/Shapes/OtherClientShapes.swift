// The protocol is public, and therefore its witnesses are public.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Interception
@preconcurrency import OldKit

// A client whose methods are closures.
nonisolated extension InterceptingClient<Sensor> {
    func read(_ fate: Fate, _ done: @escaping (Result<Double, any Error>) -> Void) {
        intercept("read", .completion(done)) { base.read(fate, $0) }
    }
}

// A client with static methods.
nonisolated extension InterceptingClient<Almanac.Type> {
    func moon(_ fate: Fate, completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("moon", .completion(completion)) { base.moon(fate, completion: $0) }
    }
}

// A client that is a protocol of another module.
nonisolated extension InterceptingClient: Barometer where Base == any Barometer {
    public func pressure(
        _ fate: Fate,
        success: @escaping (Double) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        intercept("pressure", .success(success), .failure(failure)) { success, failure in
            base.pressure(fate, success: success, failure: failure)
        }
    }
}

/// A wrapper that is a subclass of its client.
nonisolated final class GroupedVane: Vane, RequestIntercepting {
    override func turn(_ fate: Fate, done: @escaping ((any Error)?) -> Void) {
        intercept("turn", .completion(done)) { super.turn(fate, done: $0) }
    }
}

/// An app's own class.
nonisolated final class Search: RequestIntercepting {
    private let vane = Vane()

    func find(_ fate: Fate, completion: @escaping (String?, (any Error)?) -> Void) {
        intercept("find", .completion(completion)) { self.send(fate, $0) }
    }

    private func send(_ fate: Fate, _ completion: @escaping (String?, (any Error)?) -> Void) {
        vane.turn(fate) { error in completion(error == nil ? "found" : nil, error) }
    }
}
