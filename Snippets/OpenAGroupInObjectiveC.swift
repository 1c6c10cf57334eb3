// A screen in Objective-C, which sees no generic type, and so no `InterceptingClient`: it gets a subclass of the client,
// and a method that opens a group.

import Foundation
import Interception

#if canImport(ObjectiveC)
// snippet: Objective-C
// Objective-C creates this instead of the client, and calls the methods that it always called.
@objc(GroupedNetworkTool)
final class GroupedNetworkTool: NetworkTool, RequestIntercepting {
    override func post(
        _ path: String,
        success: ((Any?) -> Void)?,
        failure: (((any Error)?) -> Void)?
    ) {
        intercept("POST \(path)", success: success, failure: failure) { success, failure in
            super.post(path, success: success, failure: failure)
        }
    }

    // [tool group:^{ … the calls … } completion:^(NSArray<NSError *> *errors) { … }];
    @objc(group:completion:)
    func group(_ calls: () -> Void, completion: @escaping @MainActor ([any Error]) -> Void) {
        withRequestGroup("screen", body: calls) {
            completion([])
        } failure: { failures in
            completion(failures.map(\.error))
        }
    }
}
// end: Objective-C
#endif

// MARK: - What the app had before

#if canImport(ObjectiveC)
class NetworkTool: NSObject {
    @objc func post(
        _ path: String,
        success: ((Any?) -> Void)?,
        failure: (((any Error)?) -> Void)?
    ) {}
}
#endif
