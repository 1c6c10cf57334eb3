// A role on the main actor is the plain role of the same callback. Only the types differ: the compiler checks
// `@MainActor`, and the closure is the same at run time.
//
// Safe: the callback types differ only in `@MainActor`, which has no representation in memory. The client gets a
// `@MainActor` callback, so the client calls the wrapped callback on the main actor, and a rejection is reported there.

extension PlainRole {
    @inlinable @inline(__always)
    static func main<Return, Meaning: RoleMeaning>(
        _ callback: @escaping @MainActor () -> Return,
        _ meaning: Meaning
    ) -> Self
    where Callback == @MainActor () -> Return, Meaning.Values == Void {
        .main(.plain(unsafeBitCast(callback, to: (() -> Return).self), meaning), Meaning.self)
    }

    @inlinable @inline(__always)
    static func main<Return, Meaning: RoleMeaning>(
        _ callback: (@MainActor () -> Return)??,
        _ meaning: Meaning
    ) -> Self
    where Callback == (@MainActor () -> Return)?, Meaning.Values == Void {
        .main(.plain(unsafeBitCast(callback, to: (() -> Return)??.self), meaning), Meaning.self)
    }

    @inlinable @inline(__always)
    static func main<A, Return, Meaning: RoleMeaning>(
        _ callback: @escaping @MainActor (A) -> Return,
        _ meaning: Meaning
    ) -> Self
    where Callback == @MainActor (A) -> Return, Meaning.Values == A {
        .main(.plain(unsafeBitCast(callback, to: ((A) -> Return).self), meaning), Meaning.self)
    }

    @inlinable @inline(__always)
    static func main<A, Return, Meaning: RoleMeaning>(
        _ callback: (@MainActor (A) -> Return)??,
        _ meaning: Meaning
    ) -> Self
    where Callback == (@MainActor (A) -> Return)?, Meaning.Values == A {
        .main(.plain(unsafeBitCast(callback, to: ((A) -> Return)??.self), meaning), Meaning.self)
    }

    @inlinable @inline(__always)
    static func main<A, B, Return, Meaning: RoleMeaning>(
        _ callback: @escaping @MainActor (A, B) -> Return,
        _ meaning: Meaning
    ) -> Self
    where Callback == @MainActor (A, B) -> Return, Meaning.Values == (A, B) {
        .main(.plain(unsafeBitCast(callback, to: ((A, B) -> Return).self), meaning), Meaning.self)
    }

    @inlinable @inline(__always)
    static func main<A, B, Return, Meaning: RoleMeaning>(
        _ callback: (@MainActor (A, B) -> Return)??,
        _ meaning: Meaning
    ) -> Self
    where Callback == (@MainActor (A, B) -> Return)?, Meaning.Values == (A, B) {
        .main(.plain(unsafeBitCast(callback, to: ((A, B) -> Return)??.self), meaning), Meaning.self)
    }

    @inlinable @inline(__always)
    static func main<A, B, C, Return, Meaning: RoleMeaning>(
        _ callback: @escaping @MainActor (A, B, C) -> Return,
        _ meaning: Meaning
    ) -> Self
    where Callback == @MainActor (A, B, C) -> Return, Meaning.Values == (A, B, C) {
        .main(
            .plain(unsafeBitCast(callback, to: ((A, B, C) -> Return).self), meaning),
            Meaning.self
        )
    }

    @inlinable @inline(__always)
    static func main<A, B, C, Return, Meaning: RoleMeaning>(
        _ callback: (@MainActor (A, B, C) -> Return)??,
        _ meaning: Meaning
    ) -> Self
    where Callback == (@MainActor (A, B, C) -> Return)?, Meaning.Values == (A, B, C) {
        .main(
            .plain(unsafeBitCast(callback, to: ((A, B, C) -> Return)??.self), meaning),
            Meaning.self
        )
    }

    @inlinable @inline(__always)
    static func main<PlainCallback, Meaning: RoleMeaning>(
        _ role: PlainRole<PlainCallback>,
        _ meaning: Meaning.Type
    ) -> Self {
        var role = unsafeBitCast(role, to: Self.self)
        if Meaning.reportsRejections { role.traits.insert(.onMain) }
        return role
    }
}
