import Foundation
import Interception
@preconcurrency import OldKit

nonisolated extension InterceptingClient<OperationQueue> {
    func addOperation(_ operation: FetchOperation) {
        let refuse = { (_: any Error) in
            operation.cancel()
            operation.completionBlock?()
        }
        intercept(operation.name ?? "operation", onRefusal: refuse) { call in
            operation.completionBlock = call.callback(operation.completionBlock) {
                [weak operation] in operation?.error
            }
            call.onCancel(operation) { $0.cancel() }
            base.addOperation(operation)
        }
    }
}
