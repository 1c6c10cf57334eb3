import Foundation
import GroupedPage
import Interception
import OldApp
import Synchronization

/// A page loaded in groups; the requests of each group end in a different way.
///
/// The call sites of the app are unchanged; only the code in this type is new.
final class PageInGroups: Sendable {
    let page = Page()
    let bar = TerminalBar(groupCount: 6)
    let log: GroupLog
    let timeline = RequestTimeline()
    private let recorded = Mutex<[String]>([])

    init() {
        log = GroupLog(above: bar)
    }

    /// The outcomes of the groups, sorted by their names.
    var outcomes: [String] { recorded.withLock { $0.sorted() } }

    /// Loads the page in one outer group with concurrent groups inside.
    ///
    /// The deadline of the outer group ends a page that hangs.
    func load() async throws {
        try await record("home page") {
            try await withRequestGroup(
                "home page",
                options: .timeout(.seconds(60)),
                .observer(log),
                .observer(timeline)
            ) {
                async let header: Void = loadHeader()
                async let feed: Void = loadFeed()
                async let media: Void = loadMedia()
                async let images: Void = loadImages()
                async let suggestions: Void = loadSuggestions()
                _ = try await (header, feed, media, images, suggestions)
            }
        }
    }

    /// Loads the header: requests from callbacks join the group, and a second callback does not affect the group.
    private func loadHeader() async throws {
        try await record("header") {
            try await withRequestGroup("header", options: bar.share) { HomePage(page).loadHeader() }
        }
    }

    /// Loads the feed: a request fails, and synchronous code opens a nested group with a completion handler.
    private func loadFeed() async throws {
        try await record("feed") {
            try await withRequestGroup("feed", options: bar.share) {
                HomePage(page).loadFeed()
                withRequestGroup("comments", options: bar.share) {
                    HomePage(page).loadComments()
                } completion: { [self] result in
                    record("comments", result)
                }
            }
        }
    }

    /// Loads the media: the client never calls back for one request, and the server drops a connection.
    private func loadMedia() async throws {
        try await record("media") {
            try await withRequestGroup("media", options: bar.share) { HomePage(page).loadMedia() }
        }
    }

    /// Loads the images: the page issues six requests at once, and the group keeps at most three in flight.
    private func loadImages() async throws {
        try await record("images") {
            try await withRequestGroup("images", options: .limit(3), bar.share) {
                HomePage(page).loadImages()
            }
        }
    }

    /// Loads the suggestions: the server never answers, so the group ends at its deadline.
    private func loadSuggestions() async throws {
        // A separate page, because these failures come after the deadline of the group.
        let searchField = HomePage(Page())
        try await record("search") {
            try await withRequestGroup("search", options: .timeout(.milliseconds(250)), bar.share) {
                searchField.loadSuggestions()
            }
        }
    }
}

extension PageInGroups {
    private func record(_ group: String, _ load: () async throws -> Void) async throws {
        do {
            try await load()
            record(group, .success(()))
        } catch let error as RequestGroupError {
            record(group, .failure(error))
        }
    }

    /// Records how many requests a group had, and how it ended.
    private func record(_ group: String, _ result: Result<Void, any Error>) {
        let end: String
        switch result {
        case .success:
            end = "success"
        case .failure(let error as RequestGroupError):
            let failures = error.failures.map { "\($0.label): \(name(of: $0.error))" }
            end = "\(error.code): \(failures.joined(separator: ", "))"
        case .failure(let error):
            end = "\(error)"
        }
        let outcome = "\(group.column(9)) \(log.requests(in: group)) requests, \(end)"
        recorded.withLock { $0.append(outcome) }
    }

    private func name(of error: any Error) -> String {
        switch error {
        case is NetworkError: "\(error)"
        case is URLError: "URLError"
        default: "\(type(of: error))"
        }
    }
}
