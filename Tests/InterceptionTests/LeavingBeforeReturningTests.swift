import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request has left its group when its asynchronous method returns.
///
/// The caller goes on inside of what resumes it here, so whatever is done after that is too late each time.
@Suite struct `Leaving before an asynchronous method returns` {
    /// How a request ends that is awaited.
    enum Ending: CaseIterable, Sendable {
        case success, failure, lost
    }

    let client = ManualClient()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test(arguments: Ending.allCases)
    func `an awaited reply has left (M8)`(_ ending: Ending) async throws {
        let answering = answer(ending)
        let progress = await progressAfter { [network] in _ = try? await network.value("a") }
        try await answering.value
        let failed = ending == .success ? 0 : 1
        #expect(progress == GroupProgress(finished: 1, failed: failed, total: 1))
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func `a rejected awaited reply has left (M8)`() async {
        let progress = await progressAfter { [network] in
            RequestGroup.current?.cancel()
            _ = try? await network.value("a")
        }
        #expect(progress == GroupProgress(finished: 1, failed: 1, total: 1))
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test(arguments: Ending.allCases)
    func `an awaited operation has left (M8)`(_ ending: Ending) async throws {
        let answering = answer(ending)
        let progress = await progressAfter { [network] in
            _ = try? await network.intercept("operation") {
                try await withoutRequestGroup { try await network.value("a") }
            }
        }
        try await answering.value
        #expect(progress?.finished == 1)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test(arguments: [true, false])
    func `an awaited request of a session has left (M8)`(isAnswered: Bool) async throws {
        let server = StubServer()
        let session = InterceptingClient(server.session())
        let url = try server.url("a")
        let answering = Task.detached {
            if isAnswered {
                try await server.answer("a")
            } else {
                try await server.fail("a", with: URLError(.badServerResponse))
            }
        }
        let progress = await progressAfter { _ = try? await session.data(from: url) }
        try await answering.value
        #expect(progress == GroupProgress(finished: 1, failed: isAnswered ? 0 : 1, total: 1))
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test
    func `an error that the body has caught is a cause, though the body then cancels (M8, P1)`()
        async throws
    {
        let answering = answer(.failure)
        let error = await #expect(throws: RequestGroupError.self) {
            try await InlineActor().run { [network] _ in
                try await withRequestGroup { group in
                    do { _ = try await network.value("a") } catch { group.cancel() }
                }
            }
        }
        try await answering.value
        #expect(error?.causes.map(\.label) == ["VALUE a"])
    }

    /// Ends the request when it has been issued, on another thread.
    private func answer(_ ending: Ending) -> Task<Void, any Error> {
        Task.detached { [client] in
            await client.started.contains("a")
            switch ending {
            case .success: try client.succeed("a")
            case .failure: try client.fail("a")
            case .lost: try client.lose("a")
            }
        }
    }

    /// The progress of a group right after the request has returned.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    private func progressAfter(
        _ request: @escaping @Sendable () async -> Void
    ) async -> GroupProgress? {
        await InlineActor().run { _ in
            let outcome = await withRequestGroupOutcome(options: .tolerant) { group in
                await request()
                return group.progress
            }
            return outcome.value
        }
    }
}
