public import OldApp

/// The requests of the home page of an old app.
public struct HomePage: Sendable {
    private let page: Page

    /// Creates the requests that fill a page.
    public init(_ page: Page) {
        self.page = page
    }

    /// Loads the feed, the ads, the friends and the weather; the server fails the request for the ads.
    public func loadFeed() {
        for part in ["feed", "ads", "friends", "weather"] { load(part, from: part) }
    }

    /// Loads the user, then the user's badges, and counts the visit.
    public func loadHeader() {
        network.get(
            "user",
            success: { user in
                page.show("user", user)
                load("badges", from: "badges")
            },
            failure: { page.show("user", $0) }
        )
        network.post(
            "visits",
            data: ["page": "home"],
            success: { page.show("visit", $0) },
            failure: { error in
                page.show("visit", error)
                load("visits", from: "visits")
            }
        )
    }

    /// Loads the comments below the feed.
    public func loadComments() {
        for number in 1...2 { load("comment", from: "comments/\(number)") }
    }

    /// Loads the sticker and the video.
    public func loadMedia() {
        for part in ["sticker", "video"] { load(part, from: part) }
    }

    /// Loads the images.
    public func loadImages() {
        for number in 1...6 { load("image", from: "images/\(number)") }
    }

    /// Loads the suggestions for the search field.
    public func loadSuggestions() {
        for kind in ["recent", "popular"] {
            network.download(
                "search/\(kind)",
                success: { page.show(kind, $0) },
                failure: { page.show(kind, $0) }
            )
        }
    }

    private func load(_ part: String, from path: String) {
        network.get(
            path,
            success: { page.show(part, $0) },
            failure: { page.show(part, $0) }
        )
    }
}
