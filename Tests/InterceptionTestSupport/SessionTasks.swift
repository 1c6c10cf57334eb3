// Waiting for the work of a session. On Linux a session reads the list of its tasks without a lock, while its work queue
// changes the list.

extension InterceptingClient<URLSession> {
    /// Waits until the session has registered every task that it created.
    ///
    /// FoundationNetworking may trap if a task that cannot start is resumed before that.
    func waitUntilTasksAreRegistered() async {
        await withCheckedContinuation { continuation in
            #if canImport(FoundationNetworking)
            DispatchQueue.work(of: base).async { continuation.resume() }
            #else
            base.getAllTasks { _ in continuation.resume() }
            #endif
        }
    }
}

extension URLSession {
    /// Calls the closure when the session has removed the tasks whose handlers have been called.
    func afterEndsOfTasks(_ body: @escaping @Sendable () -> Void) {
        #if canImport(FoundationNetworking)
        let workQueue = DispatchQueue.work(of: self)
        delegateQueue.addOperation {
            workQueue.async { DispatchQueue.global().async(execute: body) }
        }
        #else
        DispatchQueue.global().async(execute: body)
        #endif
    }
}

#if canImport(FoundationNetworking)
extension DispatchQueue {
    /// The queue on which a session, or the session of a task, accesses its tasks.
    ///
    /// A global queue if the session has no property `workQueue`.
    static func work(of sessionOrTask: NSObject) -> DispatchQueue {
        sequence(first: Mirror(reflecting: sessionOrTask), next: \.superclassMirror)
            .lazy.compactMap { $0.descendant("workQueue") as? DispatchQueue }.first ?? .global()
    }
}
#endif
