// Roles of callbacks that are neither optional nor `@Sendable`, for up to three values. These functions are separate,
// because wrapping an optional callback costs more.
extension PlainRole {
    @inlinable @inline(__always)
    static func plain<Return, Meaning: RoleMeaning<Void>>(
        _ callback: @escaping () -> Return,
        _ meaning: Meaning
    ) -> Self
    where Callback == () -> Return {
        Self(callback, Meaning.traits) { callback, call, traits in
            let call = meaning.prepared(call, traits)
            return { call.run(meaning, ()) { callback() } }
        } reject: { callback, step in
            if meaning.rejection(in: step) != nil { _ = callback() }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, Return, Meaning: RoleMeaning<A>>(
        _ callback: @escaping (A) -> Return,
        _ meaning: Meaning
    ) -> Self
    where Callback == (A) -> Return {
        Self(callback, Meaning.traits) { callback, call, traits in
            let call = meaning.prepared(call, traits)
            return { a in call.run(meaning, a) { callback(a) } }
        } reject: { callback, step in
            if let values = meaning.rejection(in: step) { _ = callback(values) }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, B, Return, Meaning: RoleMeaning<(A, B)>>(
        _ callback: @escaping (A, B) -> Return,
        _ meaning: Meaning
    ) -> Self
    where Callback == (A, B) -> Return {
        Self(callback, Meaning.traits) { callback, call, traits in
            let call = meaning.prepared(call, traits)
            return { a, b in call.run(meaning, (a, b)) { callback(a, b) } }
        } reject: { callback, step in
            if let values = meaning.rejection(in: step) { _ = callback(values.0, values.1) }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, B, C, Return, Meaning: RoleMeaning<(A, B, C)>>(
        _ callback: @escaping (A, B, C) -> Return,
        _ meaning: Meaning
    ) -> Self
    where Callback == (A, B, C) -> Return {
        Self(callback, Meaning.traits) { callback, call, traits in
            let call = meaning.prepared(call, traits)
            return { a, b, c in call.run(meaning, (a, b, c)) { callback(a, b, c) } }
        } reject: { callback, step in
            if let values = meaning.rejection(in: step) {
                _ = callback(values.0, values.1, values.2)
            }
        }
    }
}

// Roles of callbacks that are optional or `@Sendable`, for up to three values.
extension CallbackRole {
    @inlinable @inline(__always)
    static func plain<Return, Meaning: RoleMeaning<Void>>(
        _ callback: (() -> Return)?,
        _ meaning: Meaning
    ) -> Self {
        .role(callback, Meaning.self, Return.self) { callback, call, traits in
            if isLeftOut(callback, Return.self) { return nil }
            let call = meaning.prepared(call, traits)
            let callback = callback ?? { noValue() }
            return { call.run(meaning, ()) { callback() } }
        } reject: { callback, step in
            if let callback, meaning.rejection(in: step) != nil { _ = callback() }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, Return, Meaning: RoleMeaning<A>>(
        _ callback: ((A) -> Return)?,
        _ meaning: Meaning
    ) -> Self {
        .role(callback, Meaning.self, Return.self) { callback, call, traits in
            if isLeftOut(callback, Return.self) { return nil }
            let call = meaning.prepared(call, traits)
            let callback = callback ?? { _ in noValue() }
            return { a in call.run(meaning, a) { callback(a) } }
        } reject: { callback, step in
            if let callback, let values = meaning.rejection(in: step) { _ = callback(values) }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, B, Return, Meaning: RoleMeaning<(A, B)>>(
        _ callback: ((A, B) -> Return)?,
        _ meaning: Meaning
    ) -> Self {
        .role(callback, Meaning.self, Return.self) { callback, call, traits in
            if isLeftOut(callback, Return.self) { return nil }
            let call = meaning.prepared(call, traits)
            let callback = callback ?? { _, _ in noValue() }
            return { a, b in call.run(meaning, (a, b)) { callback(a, b) } }
        } reject: { callback, step in
            if let callback, let values = meaning.rejection(in: step) {
                _ = callback(values.0, values.1)
            }
        }
    }

    @inlinable @inline(__always)
    static func plain<A, B, C, Return, Meaning: RoleMeaning<(A, B, C)>>(
        _ callback: ((A, B, C) -> Return)?,
        _ meaning: Meaning
    ) -> Self {
        .role(callback, Meaning.self, Return.self) { callback, call, traits in
            if isLeftOut(callback, Return.self) { return nil }
            let call = meaning.prepared(call, traits)
            let callback = callback ?? { _, _, _ in noValue() }
            return { a, b, c in call.run(meaning, (a, b, c)) { callback(a, b, c) } }
        } reject: { callback, step in
            if let callback, let values = meaning.rejection(in: step) {
                _ = callback(values.0, values.1, values.2)
            }
        }
    }

    // Safe: an optional callback that is not `nil` has the same representation in memory as a callback that is not
    // optional, and `wrap` returns `nil` only for `nil`. `@Sendable` has no representation in memory. The wrapped
    // callback of a `@Sendable` callback captures this callback, the call and the meaning of the role. All three may be
    // used on any thread.
    @inlinable @inline(__always)
    static func role<PlainCallback, Meaning: RoleMeaning, Return>(
        _ callback: PlainCallback?,
        _: Meaning.Type,
        _: Return.Type,
        wrap: @escaping (PlainCallback?, InterceptedCall, RoleTraits) -> PlainCallback?,
        reject: @escaping (PlainCallback?, IssueStep) -> Void
    ) -> Self {
        let traits = isLeftOut(callback, Return.self) ? [] : Meaning.traits
        let role = PlainRole(callback, traits, wrap: wrap, reject: reject)
        return unsafeBitCast(role, to: Self.self)
    }
}

/// Returns whether the client gets `nil`, too, because without a callback there is no value to return.
@inlinable @inline(__always)
func isLeftOut<Callback, Return>(_ callback: Callback?, _: Return.Type) -> Bool {
    callback == nil && Return.self != Void.self
}
