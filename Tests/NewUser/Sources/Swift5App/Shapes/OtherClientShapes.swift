// The protocol is public, and so is what conforms to it.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Interception
@preconcurrency import OldKit

// A client of closures.
nonisolated extension InterceptingClient<Sensor> {
    func read(_ fate: Fate, _ done: @escaping (Result<Double, any Error>) -> Void) {
        intercept("read", .completion(done)) { base.read(fate, $0) }
    }
}

// Static methods.
nonisolated extension InterceptingClient<Almanac.Type> {
    func moon(_ fate: Fate, completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("moon", .completion(completion)) { base.moon(fate, completion: $0) }
    }
}

// A protocol of another module.
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

/// A subclass.
nonisolated final class GroupedVane: Vane, RequestIntercepting {
    override func turn(_ fate: Fate, done: @escaping ((any Error)?) -> Void) {
        intercept("turn", .completion(done)) { super.turn(fate, done: $0) }
    }
}

/// A class of one's own.
nonisolated final class Search: RequestIntercepting {
    private let vane = Vane()

    func find(_ fate: Fate, completion: @escaping (String?, (any Error)?) -> Void) {
        intercept("find", .completion(completion)) { self.send(fate, $0) }
    }

    private func send(_ fate: Fate, _ completion: @escaping (String?, (any Error)?) -> Void) {
        vane.turn(fate) { error in completion(error == nil ? "found" : nil, error) }
    }
}
