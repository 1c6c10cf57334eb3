import OldApp

/// A way to load the feed and get one callback with all failures at the end.
protocol FeedLoading {
    static var name: String { get }

    /// The number of lines, and the effect on the existing call sites.
    static var cost: String { get }

    /// Loads the feed.
    ///
    /// - Parameters:
    ///   - page: the page that the callbacks fill.
    ///   - completion: the closure that receives the labels of the failed requests, after all callbacks.
    static func load(_ page: Page, completion: @escaping @MainActor ([String]) -> Void)
}
