import Foundation
import Interception
@preconcurrency import OldKit

nonisolated extension InterceptingClient<OperationQueue> {
    func addOperation(_ operation: FetchOperation) {
        let done = operation.completionBlock
        let reject = { (_: any Error) in
            operation.cancel()
            done?()
        }
        intercept(operation.name ?? "operation", onRejection: reject) { call in
            operation.completionBlock = { [weak operation] in
                call.answer(operation?.error) { done?() }
            }
            call.onCancel(operation) { $0.cancel() }
            base.addOperation(operation)
        }
    }
}
