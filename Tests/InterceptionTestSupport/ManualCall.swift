/// A request of a ``ManualClient``; the test answers it any number of times, or loses it by releasing it.
struct ManualCall: @unchecked Sendable {
    // Safe: callback clients may call back on any thread, which the tests verify.
    let path: String
    let success: ((String) -> Void)?
    let failure: ((any Error) -> Void)?

    func succeed(_ value: String = "ok") { success?(value) }
    func fail(_ reason: String = "no") { failure?(ClientError(reason)) }
}
