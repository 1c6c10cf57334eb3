extension PlainRole {
    @inlinable @inline(__always)
    static func main<Return, Meaning: RoleMeaning>(
        _ callback: @escaping @MainActor () -> Return,
        _ meaning: Meaning
    ) -> Self
    where Callback == @MainActor () -> Return, Meaning.Values == Void {
        Self(callback, isOnMain: Meaning.reportsRejections) { callback, call in
            let call = meaning.prepared(call)
            return { @MainActor () in call.run(meaning, ()) { callback() } }
        } reject: { callback, step in
            if meaning.rejection(step) != nil { MainActor.assumeIsolated { _ = callback() } }
        }
    }

    @inlinable @inline(__always)
    static func main<Return, Meaning: RoleMeaning>(
        _ callback: (@MainActor () -> Return)??,
        _ meaning: Meaning
    ) -> Self
    where Callback == (@MainActor () -> Return)?, Meaning.Values == Void {
        Self(callback ?? nil, isOnMain: Meaning.reportsRejections) { callback, call in
            if callback == nil, Return.self != Void.self {
                // Without a callback there is no value to return, so the client gets `nil`, too.
                return nil
            }
            let call = meaning.prepared(call)
            if let callback { return { @MainActor () in call.run(meaning, ()) { callback() } } }
            return { @MainActor () in call.run(meaning, ()) { noValue() } }
        } reject: { callback, step in
            if let callback, meaning.rejection(step) != nil {
                MainActor.assumeIsolated { _ = callback() }
            }
        }
    }

    @inlinable @inline(__always)
    static func main<A, Return, Meaning: RoleMeaning>(
        _ callback: @escaping @MainActor (A) -> Return,
        _ meaning: Meaning
    ) -> Self
    where Callback == @MainActor (A) -> Return, Meaning.Values == A {
        Self(callback, isOnMain: Meaning.reportsRejections) { callback, call in
            let call = meaning.prepared(call)
            return { @MainActor (a) in call.run(meaning, a) { callback(a) } }
        } reject: { callback, step in
            if let values = meaning.rejection(step) {
                MainActor.assumeIsolated { _ = callback(values) }
            }
        }
    }

    @inlinable @inline(__always)
    static func main<A, Return, Meaning: RoleMeaning>(
        _ callback: (@MainActor (A) -> Return)??,
        _ meaning: Meaning
    ) -> Self
    where Callback == (@MainActor (A) -> Return)?, Meaning.Values == A {
        Self(callback ?? nil, isOnMain: Meaning.reportsRejections) { callback, call in
            if callback == nil, Return.self != Void.self {
                return nil
            }
            let call = meaning.prepared(call)
            if let callback { return { @MainActor (a) in call.run(meaning, a) { callback(a) } } }
            return { @MainActor (a) in call.run(meaning, a) { noValue() } }
        } reject: { callback, step in
            if let callback, let values = meaning.rejection(step) {
                MainActor.assumeIsolated { _ = callback(values) }
            }
        }
    }

    @inlinable @inline(__always)
    static func main<A, B, Return, Meaning: RoleMeaning>(
        _ callback: @escaping @MainActor (A, B) -> Return,
        _ meaning: Meaning
    ) -> Self
    where Callback == @MainActor (A, B) -> Return, Meaning.Values == (A, B) {
        Self(callback, isOnMain: Meaning.reportsRejections) { callback, call in
            let call = meaning.prepared(call)
            return { @MainActor (a, b) in call.run(meaning, (a, b)) { callback(a, b) } }
        } reject: { callback, step in
            if let values = meaning.rejection(step) {
                MainActor.assumeIsolated { _ = callback(values.0, values.1) }
            }
        }
    }

    @inlinable @inline(__always)
    static func main<A, B, Return, Meaning: RoleMeaning>(
        _ callback: (@MainActor (A, B) -> Return)??,
        _ meaning: Meaning
    ) -> Self
    where Callback == (@MainActor (A, B) -> Return)?, Meaning.Values == (A, B) {
        Self(callback ?? nil, isOnMain: Meaning.reportsRejections) { callback, call in
            if callback == nil, Return.self != Void.self {
                return nil
            }
            let call = meaning.prepared(call)
            if let callback {
                return { @MainActor (a, b) in call.run(meaning, (a, b)) { callback(a, b) } }
            }
            return { @MainActor (a, b) in call.run(meaning, (a, b)) { noValue() } }
        } reject: { callback, step in
            if let callback, let values = meaning.rejection(step) {
                MainActor.assumeIsolated { _ = callback(values.0, values.1) }
            }
        }
    }

    @inlinable @inline(__always)
    static func main<A, B, C, Return, Meaning: RoleMeaning>(
        _ callback: @escaping @MainActor (A, B, C) -> Return,
        _ meaning: Meaning
    ) -> Self
    where Callback == @MainActor (A, B, C) -> Return, Meaning.Values == (A, B, C) {
        Self(callback, isOnMain: Meaning.reportsRejections) { callback, call in
            let call = meaning.prepared(call)
            return { @MainActor (a, b, c) in call.run(meaning, (a, b, c)) { callback(a, b, c) } }
        } reject: { callback, step in
            if let values = meaning.rejection(step) {
                MainActor.assumeIsolated { _ = callback(values.0, values.1, values.2) }
            }
        }
    }

    @inlinable @inline(__always)
    static func main<A, B, C, Return, Meaning: RoleMeaning>(
        _ callback: (@MainActor (A, B, C) -> Return)??,
        _ meaning: Meaning
    ) -> Self
    where Callback == (@MainActor (A, B, C) -> Return)?, Meaning.Values == (A, B, C) {
        Self(callback ?? nil, isOnMain: Meaning.reportsRejections) { callback, call in
            if callback == nil, Return.self != Void.self {
                return nil
            }
            let call = meaning.prepared(call)
            if let callback {
                return { @MainActor (a, b, c) in call.run(meaning, (a, b, c)) { callback(a, b, c) }
                }
            }
            return { @MainActor (a, b, c) in call.run(meaning, (a, b, c)) { noValue() } }
        } reject: { callback, step in
            if let callback, let values = meaning.rejection(step) {
                MainActor.assumeIsolated { _ = callback(values.0, values.1, values.2) }
            }
        }
    }
}
