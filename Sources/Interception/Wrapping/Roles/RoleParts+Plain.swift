// Role parts of plain callbacks, by the number of their values.

extension RoleParts {
    @inlinable @inline(__always)
    static func plain<Return>(
        _ callback: @escaping () -> Return,
        _ meaning: RoleMeaning<Void>
    ) -> Self
    where Callback == () -> Return {
        Self { use in
            switch use {
            case .untouched: return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                return { call.run(meaning, ()) { callback() } }
            case .rejected(let error, let step):
                if meaning.rejection(error, step) != nil { _ = callback() }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func plain<Return>(_ callback: (() -> Return)??, _ meaning: RoleMeaning<Void>) -> Self
    where Callback == (() -> Return)? {
        Self { use in
            switch use {
            case .untouched:
                guard case let callback?? = callback else { return .some(nil) }
                return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                if case let callback?? = callback {
                    return { call.run(meaning, ()) { callback() } }
                }
                // The client would need a value that nobody has.
                guard Return.self == Void.self else { return .some(nil) }
                return { call.run(meaning, ()) { noValue() } }
            case .rejected(let error, let step):
                if case let callback?? = callback, meaning.rejection(error, step) != nil {
                    _ = callback()
                }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, Return>(
        _ callback: @escaping (A) -> Return,
        _ meaning: RoleMeaning<A>
    ) -> Self
    where Callback == (A) -> Return {
        Self { use in
            switch use {
            case .untouched: return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                return { a in call.run(meaning, a) { callback(a) } }
            case .rejected(let error, let step):
                if let values = meaning.rejection(error, step) { _ = callback(values) }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, Return>(_ callback: ((A) -> Return)??, _ meaning: RoleMeaning<A>) -> Self
    where Callback == ((A) -> Return)? {
        Self { use in
            switch use {
            case .untouched:
                guard case let callback?? = callback else { return .some(nil) }
                return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                if case let callback?? = callback {
                    return { a in call.run(meaning, a) { callback(a) } }
                }
                // The client would need a value that nobody has.
                guard Return.self == Void.self else { return .some(nil) }
                return { a in call.run(meaning, a) { noValue() } }
            case .rejected(let error, let step):
                if case let callback?? = callback, let values = meaning.rejection(error, step) {
                    _ = callback(values)
                }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, B, Return>(
        _ callback: @escaping (A, B) -> Return,
        _ meaning: RoleMeaning<(A, B)>
    ) -> Self
    where Callback == (A, B) -> Return {
        Self { use in
            switch use {
            case .untouched: return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                return { a, b in call.run(meaning, (a, b)) { callback(a, b) } }
            case .rejected(let error, let step):
                if let values = meaning.rejection(error, step) { _ = callback(values.0, values.1) }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, B, Return>(
        _ callback: ((A, B) -> Return)??,
        _ meaning: RoleMeaning<(A, B)>
    ) -> Self
    where Callback == ((A, B) -> Return)? {
        Self { use in
            switch use {
            case .untouched:
                guard case let callback?? = callback else { return .some(nil) }
                return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                if case let callback?? = callback {
                    return { a, b in call.run(meaning, (a, b)) { callback(a, b) } }
                }
                // The client would need a value that nobody has.
                guard Return.self == Void.self else { return .some(nil) }
                return { a, b in call.run(meaning, (a, b)) { noValue() } }
            case .rejected(let error, let step):
                if case let callback?? = callback, let values = meaning.rejection(error, step) {
                    _ = callback(values.0, values.1)
                }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, B, C, Return>(
        _ callback: @escaping (A, B, C) -> Return,
        _ meaning: RoleMeaning<(A, B, C)>
    ) -> Self
    where Callback == (A, B, C) -> Return {
        Self { use in
            switch use {
            case .untouched: return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                return { a, b, c in call.run(meaning, (a, b, c)) { callback(a, b, c) } }
            case .rejected(let error, let step):
                if let values = meaning.rejection(error, step) {
                    _ = callback(values.0, values.1, values.2)
                }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, B, C, Return>(
        _ callback: ((A, B, C) -> Return)??,
        _ meaning: RoleMeaning<(A, B, C)>
    ) -> Self
    where Callback == ((A, B, C) -> Return)? {
        Self { use in
            switch use {
            case .untouched:
                guard case let callback?? = callback else { return .some(nil) }
                return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                if case let callback?? = callback {
                    return { a, b, c in call.run(meaning, (a, b, c)) { callback(a, b, c) } }
                }
                // The client would need a value that nobody has.
                guard Return.self == Void.self else { return .some(nil) }
                return { a, b, c in call.run(meaning, (a, b, c)) { noValue() } }
            case .rejected(let error, let step):
                if case let callback?? = callback, let values = meaning.rejection(error, step) {
                    _ = callback(values.0, values.1, values.2)
                }
                return nil
            }
        }
    }
}
