import Interception
import OldApp
import PageServer
import Verdict

extension PageInGroups {
    /// Loads the page, then prints and checks the outcome of every group.
    func run(on server: PageServer, _ checks: inout Checks) async throws {
        print("\nThe page: the same call sites, in five groups at once and one that is nested")
        try await load()

        print("\nWhat every group ended with")
        for expected in Self.expectedOutcomes {
            let told = outcomes.filter { $0.group == expected.group }
            for outcome in told { print("  \(outcome)") }
            checks.expect("outcome of \(expected.group)", told, is: [expected])
        }
        print("\nWhat made it slow")
        print(timeline.recording.text())
        let imagePeak = await server.imagePeak
        print("  (the server saw at most \(imagePeak) images in flight)")

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
}
