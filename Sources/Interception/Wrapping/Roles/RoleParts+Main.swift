// Role parts of main-actor callbacks, by the number of their values.

extension RoleParts {
    @inlinable @inline(__always)
    static func main(
        _ callback: @escaping @MainActor () -> Void,
        _ meaning: RoleMeaning<Void>
    ) -> Self
    where Callback == @MainActor () -> Void {
        Self(isOnMain: true) { use in
            switch use {
            case .untouched: return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                return { @MainActor () in call.run(meaning, ()) { callback() } }
            case .rejected(let error, let step):
                if meaning.rejection(error, step) != nil { MainActor.assumeIsolated { callback() } }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func main(_ callback: (@MainActor () -> Void)??, _ meaning: RoleMeaning<Void>) -> Self
    where Callback == (@MainActor () -> Void)? {
        guard case let callback?? = callback else { return .ifNil(.main({}, meaning)) }
        return .some(.main(callback, meaning))
    }

    @inlinable @inline(__always)
    static func main<A>(
        _ callback: @escaping @MainActor (A) -> Void,
        _ meaning: RoleMeaning<A>
    ) -> Self
    where Callback == @MainActor (A) -> Void {
        Self(isOnMain: true) { use in
            switch use {
            case .untouched: return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                return { @MainActor a in call.run(meaning, a) { callback(a) } }
            case .rejected(let error, let step):
                if let values = meaning.rejection(error, step) {
                    MainActor.assumeIsolated { callback(values) }
                }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func main<A>(_ callback: (@MainActor (A) -> Void)??, _ meaning: RoleMeaning<A>) -> Self
    where Callback == (@MainActor (A) -> Void)? {
        guard case let callback?? = callback else { return .ifNil(.main({ _ in }, meaning)) }
        return .some(.main(callback, meaning))
    }

    @inlinable @inline(__always)
    static func main<A, B>(
        _ callback: @escaping @MainActor (A, B) -> Void,
        _ meaning: RoleMeaning<(A, B)>
    ) -> Self
    where Callback == @MainActor (A, B) -> Void {
        Self(isOnMain: true) { use in
            switch use {
            case .untouched: return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                return { @MainActor (a, b) in call.run(meaning, (a, b)) { callback(a, b) } }
            case .rejected(let error, let step):
                if let values = meaning.rejection(error, step) {
                    MainActor.assumeIsolated { callback(values.0, values.1) }
                }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func main<A, B>(
        _ callback: (@MainActor (A, B) -> Void)??,
        _ meaning: RoleMeaning<(A, B)>
    ) -> Self
    where Callback == (@MainActor (A, B) -> Void)? {
        guard case let callback?? = callback else { return .ifNil(.main({ _, _ in }, meaning)) }
        return .some(.main(callback, meaning))
    }

    @inlinable @inline(__always)
    static func main<A, B, C>(
        _ callback: @escaping @MainActor (A, B, C) -> Void,
        _ meaning: RoleMeaning<(A, B, C)>
    ) -> Self
    where Callback == @MainActor (A, B, C) -> Void {
        Self(isOnMain: true) { use in
            switch use {
            case .untouched: return callback
            case .wrapped(let call):
                let call = meaning.prepared(call)
                return { @MainActor (a, b, c) in call.run(meaning, (a, b, c)) { callback(a, b, c) }
                }
            case .rejected(let error, let step):
                if let values = meaning.rejection(error, step) {
                    MainActor.assumeIsolated { callback(values.0, values.1, values.2) }
                }
                return nil
            }
        }
    }

    @inlinable @inline(__always)
    static func main<A, B, C>(
        _ callback: (@MainActor (A, B, C) -> Void)??,
        _ meaning: RoleMeaning<(A, B, C)>
    ) -> Self
    where Callback == (@MainActor (A, B, C) -> Void)? {
        guard case let callback?? = callback else { return .ifNil(.main({ _, _, _ in }, meaning)) }
        return .some(.main(callback, meaning))
    }
}
