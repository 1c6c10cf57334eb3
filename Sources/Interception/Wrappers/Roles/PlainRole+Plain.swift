// Roles of callbacks that are not `@Sendable`, for up to three values.
extension PlainRole {
    @inlinable @inline(__always)
    static func plain<Return, Meaning: RoleMeaning>(
        _ callback: @escaping () -> Return,
        _ meaning: Meaning
    ) -> Self
    where Callback == () -> Return, Meaning.Values == Void {
        Self(callback, Meaning.traits) { callback, call, traits in
            let call = meaning.prepared(call, traits)
            return { call.run(meaning, ()) { callback() } }
        } reject: { callback, step in
            if meaning.rejection(in: step) != nil { _ = callback() }
        }
    }

    @inlinable @inline(__always)
    static func plain<Return, Meaning: RoleMeaning>(
        _ callback: (() -> Return)??,
        _ meaning: Meaning
    ) -> Self
    where Callback == (() -> Return)?, Meaning.Values == Void {
        Self(callback ?? nil, Meaning.traits(callback, Return.self)) { callback, call, traits in
            if isLeftOut(callback, Return.self) { return nil }
            let call = meaning.prepared(call, traits)
            if let callback { return { call.run(meaning, ()) { callback() } } }
            return { call.run(meaning, ()) { noValue() } }
        } reject: { callback, step in
            if let callback, meaning.rejection(in: step) != nil { _ = callback() }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, Return, Meaning: RoleMeaning>(
        _ callback: @escaping (A) -> Return,
        _ meaning: Meaning
    ) -> Self
    where Callback == (A) -> Return, Meaning.Values == A {
        Self(callback, Meaning.traits) { callback, call, traits in
            let call = meaning.prepared(call, traits)
            return { a in call.run(meaning, a) { callback(a) } }
        } reject: { callback, step in
            if let values = meaning.rejection(in: step) { _ = callback(values) }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, Return, Meaning: RoleMeaning>(
        _ callback: ((A) -> Return)??,
        _ meaning: Meaning
    ) -> Self
    where Callback == ((A) -> Return)?, Meaning.Values == A {
        Self(callback ?? nil, Meaning.traits(callback, Return.self)) { callback, call, traits in
            if isLeftOut(callback, Return.self) { return nil }
            let call = meaning.prepared(call, traits)
            if let callback { return { a in call.run(meaning, a) { callback(a) } } }
            return { a in call.run(meaning, a) { noValue() } }
        } reject: { callback, step in
            if let callback, let values = meaning.rejection(in: step) { _ = callback(values) }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, B, Return, Meaning: RoleMeaning>(
        _ callback: @escaping (A, B) -> Return,
        _ meaning: Meaning
    ) -> Self
    where Callback == (A, B) -> Return, Meaning.Values == (A, B) {
        Self(callback, Meaning.traits) { callback, call, traits in
            let call = meaning.prepared(call, traits)
            return { a, b in call.run(meaning, (a, b)) { callback(a, b) } }
        } reject: { callback, step in
            if let values = meaning.rejection(in: step) { _ = callback(values.0, values.1) }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, B, Return, Meaning: RoleMeaning>(
        _ callback: ((A, B) -> Return)??,
        _ meaning: Meaning
    ) -> Self
    where Callback == ((A, B) -> Return)?, Meaning.Values == (A, B) {
        Self(callback ?? nil, Meaning.traits(callback, Return.self)) { callback, call, traits in
            if isLeftOut(callback, Return.self) { return nil }
            let call = meaning.prepared(call, traits)
            if let callback { return { a, b in call.run(meaning, (a, b)) { callback(a, b) } } }
            return { a, b in call.run(meaning, (a, b)) { noValue() } }
        } reject: { callback, step in
            if let callback, let values = meaning.rejection(in: step) {
                _ = callback(values.0, values.1)
            }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, B, C, Return, Meaning: RoleMeaning>(
        _ callback: @escaping (A, B, C) -> Return,
        _ meaning: Meaning
    ) -> Self
    where Callback == (A, B, C) -> Return, Meaning.Values == (A, B, C) {
        Self(callback, Meaning.traits) { callback, call, traits in
            let call = meaning.prepared(call, traits)
            return { a, b, c in call.run(meaning, (a, b, c)) { callback(a, b, c) } }
        } reject: { callback, step in
            if let values = meaning.rejection(in: step) {
                _ = callback(values.0, values.1, values.2)
            }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, B, C, Return, Meaning: RoleMeaning>(
        _ callback: ((A, B, C) -> Return)??,
        _ meaning: Meaning
    ) -> Self
    where Callback == ((A, B, C) -> Return)?, Meaning.Values == (A, B, C) {
        Self(callback ?? nil, Meaning.traits(callback, Return.self)) { callback, call, traits in
            if isLeftOut(callback, Return.self) { return nil }
            let call = meaning.prepared(call, traits)
            if let callback {
                return { a, b, c in call.run(meaning, (a, b, c)) { callback(a, b, c) } }
            }
            return { a, b, c in call.run(meaning, (a, b, c)) { noValue() } }
        } reject: { callback, step in
            if let callback, let values = meaning.rejection(in: step) {
                _ = callback(values.0, values.1, values.2)
            }
        }
    }
}

extension RoleMeaning {
    @inlinable @inline(__always)
    static func traits<Callback, Return>(_ callback: Callback??, _: Return.Type) -> RoleTraits {
        isLeftOut(callback, Return.self) ? [] : traits
    }
}

/// Returns whether the client gets `nil`, too, because without a callback there is no value to return.
@inlinable @inline(__always)
func isLeftOut<Callback, Return>(_ callback: Callback??, _: Return.Type) -> Bool {
    (callback ?? nil) == nil && Return.self != Void.self
}
