import Foundation
import Interception
@preconcurrency import OldKit

nonisolated extension InterceptingClient<OperationQueue> {
    func addOperation(_ operation: FetchOperation) {
        intercept(operation.name ?? "operation") { call in
            operation.completionBlock = call.callback(operation.completionBlock) {
                [weak operation] in operation?.error
            }
            call.onCancel(operation) { $0.cancel() }
            base.addOperation(operation)
        }
    }
}
