// Makes roles of callbacks on the main actor. Only their types differ from those of plain callbacks; the closure is the
// same at run time.
//
// Safe: the callback types differ only in `@MainActor`, which has no representation in memory. The client gets a
// `@MainActor` callback, so the client has to call the wrapped callback on the main actor; a rejection is reported
// there. Swift 6.3 accepts a call on another thread if the closure of `intercept` is one expression, so a debug build
// checks the thread.

extension PlainRole {
    @inlinable @inline(__always)
    static func main<Return, Meaning: RoleMeaning<Void>>(
        _ callback: (@MainActor () -> Return)?,
        _ meaning: Meaning
    ) -> Self {
        plain(unsafeBitCast(callback, to: (() -> Return)?.self), meaning).onMain
    }

    @inlinable @inline(__always)
    static func main<A, Return, Meaning: RoleMeaning<A>>(
        _ callback: (@MainActor (A) -> Return)?,
        _ meaning: Meaning
    ) -> Self {
        plain(unsafeBitCast(callback, to: ((A) -> Return)?.self), meaning).onMain
    }

    @inlinable @inline(__always)
    static func main<A, B, Return, Meaning: RoleMeaning<(A, B)>>(
        _ callback: (@MainActor (A, B) -> Return)?,
        _ meaning: Meaning
    ) -> Self {
        plain(unsafeBitCast(callback, to: ((A, B) -> Return)?.self), meaning).onMain
    }

    @inlinable @inline(__always)
    static func main<A, B, C, Return, Meaning: RoleMeaning<(A, B, C)>>(
        _ callback: (@MainActor (A, B, C) -> Return)?,
        _ meaning: Meaning
    ) -> Self {
        plain(unsafeBitCast(callback, to: ((A, B, C) -> Return)?.self), meaning).onMain
    }

    @inlinable @inline(__always)
    var onMain: Self {
        var role = self
        if traits.contains(.reportsRejections) { role.traits.insert(.onMain) }
        #if DEBUG
        let wrapOnMain = { [wrap] (callback: Callback, call: InterceptedCall, traits: RoleTraits) in
            var call = call
            call.isOfMainActor = true
            return wrap(callback, call, traits)
        }
        return Self(callback, role.traits, wrap: wrapOnMain, reject: reject)
        #else
        return role
        #endif
    }
}
