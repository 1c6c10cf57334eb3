#if canImport(FoundationNetworking)
/// Counts the Foundation crashes of a program that cancels requests of a bare or wrapped session.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct `A wrapped session crashes no more often than a bare session` {
    @Test(arguments: ["failingConcurrently", "failingWithDelegate", "answered"])
    func `with a concurrent queue a wrapped session crashes no more often than a bare session`(
        situation: String
    ) async throws {
        let url =
            situation == "answered"
            ? try await Server.shared.value.url("echo") : try await Server.refusedURL()
        let counts = try await crashes(in: situation, url, runs: 5) {
            $0.contains("Trying to remove task, but it's not in the registry")
        }
        // The difference of two allows for chance; a wrapper that delays the completions of failing tasks crashes in
        // each run, the bare session in none.
        #expect(counts.wrapped <= counts.bare + 2)
    }

    @Test func `tasks that fail on a serial queue never end the process`() async throws {
        let url = try await Server.refusedURL()
        let counts = try await crashes(in: "failingSerially", url, runs: 4) { _ in true }
        #expect(counts.wrapped == 0)
    }

    @Test
    func `invalidating the bare session never ends the process while requests wait`() async throws {
        let url = try await Server.shared.value.url("echo")
        let counts = try await crashes(in: "invalidated", url, runs: 2) { _ in true }
        #expect(counts.wrapped == 0)
    }

    /// Runs the program repeatedly, bare and wrapped alternately, and counts the crashes whose message fulfils
    /// the condition.
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

    /// Runs the program, and returns its output if it crashed.
    private func messageOfCrash(
        _ session: String,
        _ situation: String,
        _ url: URL
    ) async throws -> String? {
        let (program, errors) = (Process(), Pipe())
        program.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("EndingSessions")
        program.arguments = [session, situation, url.absoluteString]
        // A backtrace takes longer than the run.
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
