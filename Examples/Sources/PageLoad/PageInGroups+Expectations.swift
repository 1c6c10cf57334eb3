import Interception
import OldApp

extension PageInGroups {
    /// The expected outcomes of the groups inside the group of the page.
    static let expectedOutcomes = [
        GroupOutcome(
            group: "header",
            requests: 4,
            failures: [.init("POST visits", .failed, .client(.rejected))],
            code: .requestsFailed
        ),
        GroupOutcome(
            group: "feed",
            requests: 4,
            failures: [.init("GET ads", .failed, .client(.badStatus(500)))],
            code: .requestsFailed
        ),
        GroupOutcome(
            group: "comments",
            requests: 2,
            failures: [.init("GET comments/2", .failed, .client(.badStatus(500)))],
            code: .requestsFailed
        ),
        GroupOutcome(
            group: "media",
            requests: 2,
            failures: [
                .init("GET sticker", .lostCallback, .library),
                .init("GET video", .failed, .connection),
            ],
            code: .requestsFailed
        ),
        GroupOutcome(group: "images", requests: 6),
        GroupOutcome(
            group: "search",
            requests: 2,
            failures: [
                .init("GET search/recent", .timedOut, .library),
                .init("GET search/popular", .timedOut, .library),
            ],
            code: .timedOut
        ),
    ]

    /// The expected parts on the page when the last group completes.
    ///
    /// The client calls back twice for `POST visits`, so the page has both "no visit" and "visit".
    static let expectedParts =
        ["badges", "comment", "feed", "friends"] + Array(repeating: "image", count: 6)
        + ["no ads", "no comment", "no video", "no visit", "user", "visit", "visits", "weather"]
}
