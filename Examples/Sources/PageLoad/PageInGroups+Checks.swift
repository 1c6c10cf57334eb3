import Interception
import OldApp
import PageServer
import Verdict

extension PageInGroups {
    /// Loads the page, then prints and checks the outcome of every group.
    func run(on server: PageServer, _ checks: inout Checks) async throws {
        print("\nThe page: the same call sites in five concurrent groups and a nested group")
        try await load()

        print("\nThe outcome of each group")
        for outcome in outcomes { print("  \(outcome)") }
        print("\nThe timeline")
        print(timeline.recording.text())
        let imagePeak = await server.imagePeak
        print("  (the server saw at most \(imagePeak) images in flight)")

        checks.expect("outcomes", outcomes, is: Self.expectedOutcomes)
        let recorded = timeline.recording.groups.map(\.name).sorted()
        checks.expect("groups in the timeline", recorded, is: log.completed.sorted())
        checks.expect("images in flight", imagePeak, is: 3)
        checks.expect("second callbacks", log.duplicates, is: ["POST visits"])
        checks.expect("parts on the page", page.parts, is: Self.expectedParts)
        checks.expect("last group to complete", log.completed.last, is: "home page")
        let nesting = log.completed.filter { ["feed", "comments"].contains($0) }
        checks.expect("inner group before outer", nesting, is: ["comments", "feed"])
        checks.expect("groups still open", log.openGroups.count, is: 0)
    }

    /// The expected outcomes of the group of the page and the groups inside.
    private static let expectedOutcomes = [
        "comments  2 requests, requests failed: GET comments/2: badStatus(500)",
        "feed      4 requests, requests failed: GET ads: badStatus(500)",
        "header    4 requests, requests failed: POST visits: rejected",
        "home page 0 requests, success",
        "images    6 requests, success",
        "media     2 requests, requests failed: GET sticker: LostCallbackError, GET video: URLError",
        "search    2 requests, timed out: "
            + "GET search/recent: RequestTimeoutError, GET search/popular: RequestTimeoutError",
    ]

    /// The expected parts on the page when the last group completes.
    ///
    /// The client calls back twice for `POST visits`, so the page has both "no visit" and "visit".
    private static let expectedParts =
        ["badges", "comment", "feed", "friends"] + Array(repeating: "image", count: 6)
        + ["no ads", "no comment", "no video", "no visit", "user", "visit", "visits", "weather"]
}
