// Role parts of main-actor callbacks, by the number of their values.

extension RoleParts {
    @inlinable @inline(__always)
    static func main<Return>(
        _ callback: @escaping @MainActor () -> Return,
        _ meaning: RoleMeaning<Void>
    ) -> Self
    where Callback == @MainActor () -> Return {
        Self(isOnMain: true) { use in
            switch use {
            case .untouched: return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                return { @MainActor () in call.run(meaning, ()) { callback() } }
            case .rejected(let error, let step):
                if meaning.rejection(error, step) != nil {
                    MainActor.assumeIsolated { _ = callback() }
                }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func main<Return>(
        _ callback: (@MainActor () -> Return)??,
        _ meaning: RoleMeaning<Void>
    ) -> Self
    where Callback == (@MainActor () -> Return)? {
        Self(isOnMain: true) { use in
            switch use {
            case .untouched:
                guard case let callback?? = callback else { return .some(nil) }
                return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                if case let callback?? = callback {
                    return { @MainActor () in call.run(meaning, ()) { callback() } }
                }
                // The client would need a value that nobody has.
                guard Return.self == Void.self else { return .some(nil) }
                return { @MainActor () in call.run(meaning, ()) { noValue() } }
            case .rejected(let error, let step):
                if case let callback?? = callback, meaning.rejection(error, step) != nil {
                    MainActor.assumeIsolated { _ = callback() }
                }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func main<A, Return>(
        _ callback: @escaping @MainActor (A) -> Return,
        _ meaning: RoleMeaning<A>
    ) -> Self
    where Callback == @MainActor (A) -> Return {
        Self(isOnMain: true) { use in
            switch use {
            case .untouched: return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                return { @MainActor (a) in call.run(meaning, a) { callback(a) } }
            case .rejected(let error, let step):
                if let values = meaning.rejection(error, step) {
                    MainActor.assumeIsolated { _ = callback(values) }
                }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func main<A, Return>(
        _ callback: (@MainActor (A) -> Return)??,
        _ meaning: RoleMeaning<A>
    ) -> Self
    where Callback == (@MainActor (A) -> Return)? {
        Self(isOnMain: true) { use in
            switch use {
            case .untouched:
                guard case let callback?? = callback else { return .some(nil) }
                return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                if case let callback?? = callback {
                    return { @MainActor (a) in call.run(meaning, a) { callback(a) } }
                }
                // The client would need a value that nobody has.
                guard Return.self == Void.self else { return .some(nil) }
                return { @MainActor (a) in call.run(meaning, a) { noValue() } }
            case .rejected(let error, let step):
                if case let callback?? = callback, let values = meaning.rejection(error, step) {
                    MainActor.assumeIsolated { _ = callback(values) }
                }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func main<A, B, Return>(
        _ callback: @escaping @MainActor (A, B) -> Return,
        _ meaning: RoleMeaning<(A, B)>
    ) -> Self
    where Callback == @MainActor (A, B) -> Return {
        Self(isOnMain: true) { use in
            switch use {
            case .untouched: return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                return { @MainActor (a, b) in call.run(meaning, (a, b)) { callback(a, b) } }
            case .rejected(let error, let step):
                if let values = meaning.rejection(error, step) {
                    MainActor.assumeIsolated { _ = callback(values.0, values.1) }
                }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func main<A, B, Return>(
        _ callback: (@MainActor (A, B) -> Return)??,
        _ meaning: RoleMeaning<(A, B)>
    ) -> Self
    where Callback == (@MainActor (A, B) -> Return)? {
        Self(isOnMain: true) { use in
            switch use {
            case .untouched:
                guard case let callback?? = callback else { return .some(nil) }
                return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                if case let callback?? = callback {
                    return { @MainActor (a, b) in call.run(meaning, (a, b)) { callback(a, b) } }
                }
                // The client would need a value that nobody has.
                guard Return.self == Void.self else { return .some(nil) }
                return { @MainActor (a, b) in call.run(meaning, (a, b)) { noValue() } }
            case .rejected(let error, let step):
                if case let callback?? = callback, let values = meaning.rejection(error, step) {
                    MainActor.assumeIsolated { _ = callback(values.0, values.1) }
                }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func main<A, B, C, Return>(
        _ callback: @escaping @MainActor (A, B, C) -> Return,
        _ meaning: RoleMeaning<(A, B, C)>
    ) -> Self
    where Callback == @MainActor (A, B, C) -> Return {
        Self(isOnMain: true) { use in
            switch use {
            case .untouched: return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                return { @MainActor (a, b, c) in call.run(meaning, (a, b, c)) { callback(a, b, c) }
                }
            case .rejected(let error, let step):
                if let values = meaning.rejection(error, step) {
                    MainActor.assumeIsolated { _ = callback(values.0, values.1, values.2) }
                }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func main<A, B, C, Return>(
        _ callback: (@MainActor (A, B, C) -> Return)??,
        _ meaning: RoleMeaning<(A, B, C)>
    ) -> Self
    where Callback == (@MainActor (A, B, C) -> Return)? {
        Self(isOnMain: true) { use in
            switch use {
            case .untouched:
                guard case let callback?? = callback else { return .some(nil) }
                return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                if case let callback?? = callback {
                    return { @MainActor (a, b, c) in
                        call.run(meaning, (a, b, c)) { callback(a, b, c) }
                    }
                }
                // The client would need a value that nobody has.
                guard Return.self == Void.self else { return .some(nil) }
                return { @MainActor (a, b, c) in call.run(meaning, (a, b, c)) { noValue() } }
            case .rejected(let error, let step):
                if case let callback?? = callback, let values = meaning.rejection(error, step) {
                    MainActor.assumeIsolated { _ = callback(values.0, values.1, values.2) }
                }
                return nil
            }
        }
    }
}
