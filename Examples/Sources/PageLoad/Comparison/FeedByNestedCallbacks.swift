import OldApp

/// A feed loaded by one request after another, each issued from the callbacks of the previous request.
enum FeedByNestedCallbacks: FeedLoading {
    static let name = "nested callbacks"
    static var cost: String { "\(lastLine - firstLine) lines, which replace the call sites" }

    private static let firstLine = #line + 1
    static func load(_ page: Page, completion: @escaping @MainActor ([String]) -> Void) {
        let failures = FailureList()
        loadFeed()

        @Sendable func loadFeed() {
            NetworkTool.shared.get(
                "feed",
                success: { data in
                    page.show("feed", data)
                    loadAds()
                },
                failure: { error in
                    page.show("feed", error)
                    failures.append("GET feed")
                    loadAds()
                }
            )
        }

        @Sendable func loadAds() {
            NetworkTool.shared.get(
                "ads",
                success: { data in
                    page.show("ads", data)
                    loadFriends()
                },
                failure: { error in
                    page.show("ads", error)
                    failures.append("GET ads")
                    loadFriends()
                }
            )
        }

        @Sendable func loadFriends() {
            NetworkTool.shared.get(
                "friends",
                success: { data in
                    page.show("friends", data)
                    loadWeather()
                },
                failure: { error in
                    page.show("friends", error)
                    failures.append("GET friends")
                    loadWeather()
                }
            )
        }

        @Sendable func loadWeather() {
            NetworkTool.shared.get(
                "weather",
                success: { data in
                    page.show("weather", data)
                    finish()
                },
                failure: { error in
                    page.show("weather", error)
                    failures.append("GET weather")
                    finish()
                }
            )
        }

        @Sendable func finish() {
            Task { @MainActor in completion(failures.labels) }
        }
    }
    private static let lastLine = #line
}
