import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension InterceptingClient<URLSession> {
    /// Returns when the session has registered every task that it created.
    ///
    /// FoundationNetworking may trap on one that is resumed before, if it cannot be started.
    func knowsItsTasks() async {
        await withCheckedContinuation { continuation in
            base.getAllTasks { _ in continuation.resume() }
        }
    }
}
