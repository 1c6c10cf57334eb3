#if canImport(FoundationNetworking)
import Foundation
import Interception
import Testing

/// Counts how often Foundation ends the process that cancels the requests of a session, bare or wrapped: the program
/// `EndingSessions`.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `A wrapped session crashes no more than bare` {
    @Test(arguments: ["failingConcurrently", "failingWithDelegate", "answered"])
    func `a concurrent queue removes tasks twice no more often`(situation: String) async throws {
        let url =
            situation == "answered"
            ? try await Server.shared.value.url("echo") : try await Server.refusedURL()
        let counts = try await crashes(in: situation, url, runs: 8) {
            $0.contains("Trying to remove task, but it's not in the registry")
        }
        // Two, as both depend on luck: if the ends of failing tasks are held, eight wrapped runs crash so, and none bare.
        #expect(counts.wrapped <= counts.bare + 2)
    }

    @Test func `a serial queue never ends the process while tasks fail`() async throws {
        let url = try await Server.refusedURL()
        let counts = try await crashes(in: "failingSerially", url, runs: 4) { _ in true }
        #expect(counts.wrapped == 0)
    }

    @Test func `invalidating the bare session never ends the process while requests wait`()
        async throws
    {
        let url = try await Server.shared.value.url("echo")
        let counts = try await crashes(in: "invalidated", url, runs: 2) { _ in true }
        #expect(counts.wrapped == 0)
    }

    /// Runs the program, bare and wrapped in turn, and counts the runs that end with a message that fulfils the condition.
    private func crashes(
        in situation: String,
        _ url: URL,
        runs: Int,
        where isCounted: (String) -> Bool
    ) async throws -> (bare: Int, wrapped: Int) {
        var counts = (bare: 0, wrapped: 0)
        for _ in 0..<runs {
            async let bare = messageOfCrash("bare", situation, url)
            async let wrapped = messageOfCrash("wrapped", situation, url)
            if let message = try await bare, isCounted(message) { counts.bare += 1 }
            if let message = try await wrapped, isCounted(message) { counts.wrapped += 1 }
        }
        print("\(situation): \(counts.bare) of \(runs) bare, \(counts.wrapped) wrapped")
        return counts
    }

    /// Runs the program, and returns what it printed if it crashed.
    private func messageOfCrash(
        _ session: String,
        _ situation: String,
        _ url: URL
    ) async throws -> String? {
        let (program, errors) = (Process(), Pipe())
        program.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("EndingSessions")
        program.arguments = [session, situation, url.absoluteString]
        // Without a backtrace, which takes longer than the run.
        program.environment = ProcessInfo.processInfo.environment
            .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        program.standardError = errors
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            program.terminationHandler = { _ in ended.resume() }
            do { try program.run() } catch { ended.resume(throwing: error) }
        }
        let message = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
        return program.terminationReason == .exit && program.terminationStatus == 0 ? nil : message
    }
}
#endif
