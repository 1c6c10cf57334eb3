import TestSupport

/// One request that was made of a ``ManualClient``: answers as often as it is told, and loses its
/// callbacks when it is released.
struct ManualCall: @unchecked Sendable {
    // Safe: old clients call callbacks on any thread, and that is what is tested.
    let path: String
    let success: ((String) -> Void)?
    let failure: ((any Error) -> Void)?

    func succeed(_ value: String = "ok") {
        success?(value)
    }

    func fail(_ reason: String = "no") {
        failure?(ClientError(reason))
    }
}
