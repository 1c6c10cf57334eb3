// Role parts of plain callbacks, by the number of their values.

extension RoleParts {
    @inlinable @inline(__always)
    static func plain(_ callback: @escaping () -> Void, _ meaning: RoleMeaning<Void>) -> Self
    where Callback == () -> Void {
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
    static func plain(_ callback: (() -> Void)??, _ meaning: RoleMeaning<Void>) -> Self
    where Callback == (() -> Void)? {
        guard case let callback?? = callback else { return .ifNil(.plain({}, meaning)) }
        return .some(.plain(callback, meaning))
    }

    @inlinable @inline(__always)
    static func plain<A>(_ callback: @escaping (A) -> Void, _ meaning: RoleMeaning<A>) -> Self
    where Callback == (A) -> Void {
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
    static func plain<A>(_ callback: ((A) -> Void)??, _ meaning: RoleMeaning<A>) -> Self
    where Callback == ((A) -> Void)? {
        guard case let callback?? = callback else { return .ifNil(.plain({ _ in }, meaning)) }
        return .some(.plain(callback, meaning))
    }

    @inlinable @inline(__always)
    static func plain<A, B>(
        _ callback: @escaping (A, B) -> Void,
        _ meaning: RoleMeaning<(A, B)>
    ) -> Self
    where Callback == (A, B) -> Void {
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
    static func plain<A, B>(_ callback: ((A, B) -> Void)??, _ meaning: RoleMeaning<(A, B)>) -> Self
    where Callback == ((A, B) -> Void)? {
        guard case let callback?? = callback else { return .ifNil(.plain({ _, _ in }, meaning)) }
        return .some(.plain(callback, meaning))
    }

    @inlinable @inline(__always)
    static func plain<A, B, C>(
        _ callback: @escaping (A, B, C) -> Void,
        _ meaning: RoleMeaning<(A, B, C)>
    ) -> Self
    where Callback == (A, B, C) -> Void {
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
    static func plain<A, B, C>(
        _ callback: ((A, B, C) -> Void)??,
        _ meaning: RoleMeaning<(A, B, C)>
    ) -> Self
    where Callback == ((A, B, C) -> Void)? {
        guard case let callback?? = callback else { return .ifNil(.plain({ _, _, _ in }, meaning)) }
        return .some(.plain(callback, meaning))
    }
}
