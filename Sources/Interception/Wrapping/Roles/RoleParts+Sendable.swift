// Role parts of `@Sendable` callbacks, by the number of their values.

extension RoleParts {
    @inlinable @inline(__always)
    static func sendable(
        _ callback: @escaping @Sendable () -> Void,
        _ meaning: RoleMeaning<Void>
    ) -> Self
    where Callback == @Sendable () -> Void {
        Self { use in
            switch use {
            case .untouched: return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                return { call.run(meaning, ()) { callback() } }
            case .rejected(let error, let step):
                if meaning.rejection(error, step) != nil { callback() }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func sendable(_ callback: (@Sendable () -> Void)??, _ meaning: RoleMeaning<Void>) -> Self
    where Callback == (@Sendable () -> Void)? {
        guard case let callback?? = callback else { return .ifNil(.sendable({}, meaning)) }
        return .some(.sendable(callback, meaning))
    }

    @inlinable @inline(__always)
    static func sendable<A>(
        _ callback: @escaping @Sendable (A) -> Void,
        _ meaning: RoleMeaning<A>
    ) -> Self
    where Callback == @Sendable (A) -> Void {
        Self { use in
            switch use {
            case .untouched: return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                return { a in call.run(meaning, a) { callback(a) } }
            case .rejected(let error, let step):
                if let values = meaning.rejection(error, step) { callback(values) }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func sendable<A>(
        _ callback: (@Sendable (A) -> Void)??,
        _ meaning: RoleMeaning<A>
    ) -> Self
    where Callback == (@Sendable (A) -> Void)? {
        guard case let callback?? = callback else { return .ifNil(.sendable({ _ in }, meaning)) }
        return .some(.sendable(callback, meaning))
    }

    @inlinable @inline(__always)
    static func sendable<A, B>(
        _ callback: @escaping @Sendable (A, B) -> Void,
        _ meaning: RoleMeaning<(A, B)>
    ) -> Self
    where Callback == @Sendable (A, B) -> Void {
        Self { use in
            switch use {
            case .untouched: return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                return { a, b in call.run(meaning, (a, b)) { callback(a, b) } }
            case .rejected(let error, let step):
                if let values = meaning.rejection(error, step) { callback(values.0, values.1) }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func sendable<A, B>(
        _ callback: (@Sendable (A, B) -> Void)??,
        _ meaning: RoleMeaning<(A, B)>
    ) -> Self
    where Callback == (@Sendable (A, B) -> Void)? {
        guard case let callback?? = callback else { return .ifNil(.sendable({ _, _ in }, meaning)) }
        return .some(.sendable(callback, meaning))
    }

    @inlinable @inline(__always)
    static func sendable<A, B, C>(
        _ callback: @escaping @Sendable (A, B, C) -> Void,
        _ meaning: RoleMeaning<(A, B, C)>
    ) -> Self
    where Callback == @Sendable (A, B, C) -> Void {
        Self { use in
            switch use {
            case .untouched: return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                return { a, b, c in call.run(meaning, (a, b, c)) { callback(a, b, c) } }
            case .rejected(let error, let step):
                if let values = meaning.rejection(error, step) {
                    callback(values.0, values.1, values.2)
                }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func sendable<A, B, C>(
        _ callback: (@Sendable (A, B, C) -> Void)??,
        _ meaning: RoleMeaning<(A, B, C)>
    ) -> Self
    where Callback == (@Sendable (A, B, C) -> Void)? {
        guard case let callback?? = callback else {
            return .ifNil(.sendable({ _, _, _ in }, meaning))
        }
        return .some(.sendable(callback, meaning))
    }
}
