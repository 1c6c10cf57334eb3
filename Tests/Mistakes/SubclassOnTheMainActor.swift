// swiftc: -swift-version 6 -default-isolation MainActor
// error: main actor-isolated instance method 'addOperation' has different actor isolation from nonisolated overridden declaration
// further error: main actor-isolated initializer 'init()' has different actor isolation from nonisolated overridden declaration

import Foundation
import Interception

#if MISTAKE
class GroupedQueue: OperationQueue, RequestIntercepting, @unchecked Sendable {
    override func addOperation(_ operation: Operation) {
        intercept("operation") { call in
            operation.completionBlock = call.wrap(.success(operation.completionBlock))
            super.addOperation(operation)
        }
    }
}
#else
nonisolated class GroupedQueue: OperationQueue, RequestIntercepting, @unchecked Sendable {
    override func addOperation(_ operation: Operation) {
        intercept("operation") { call in
            operation.completionBlock = call.wrap(.success(operation.completionBlock))
            super.addOperation(operation)
        }
    }
}
#endif
