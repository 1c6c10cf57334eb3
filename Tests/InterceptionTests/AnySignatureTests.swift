@testable import InterceptionTestSupport

/// Callbacks that fit no role, in the form of `intercept` that takes no roles.
@Suite struct `Callbacks of any signature` {
    private let catalogue = Catalogue()
    private let seen = Journal<String>()
    private var network: InterceptingClient<Catalogue> { InterceptingClient(catalogue) }

    @Test(arguments: [true, false])
    func `a callback of six values runs in the group, and its error fails the request (I1, I5)`(
        isGrouped: Bool
    ) async throws {
        let done: Catalogue.Image = { data, _, _, isLast, url, error in
            let group = RequestGroup.current?.name ?? "none"
            seen.append("\(data.count) \(isLast) \(url) \(error != nil) \(group)")
        }
        if isGrouped {
            let outcome = await withRequestGroupOutcome("page") { _ in
                network.image("cat", done: done)
                // The client answers outside the group.
                withoutRequestGroup { catalogue.answer(ClientError("gone")) }
            }
            #expect(outcome.failures.map { $0.error as? ClientError } == [ClientError("gone")])
        } else {
            network.image("cat", done: done)
            catalogue.answer(ClientError("gone"))
        }
        #expect(seen.entries == ["2 true cat true \(isGrouped ? "page" : "none")"])
    }

    @Test
    func `a callback that returns a value runs once and ends its request (I5, M1)`() async throws {
        try await withRequestGroup { group in
            network.vote("a") { count in
                seen.append("\(count)")
                return count > 1
            }
            #expect(catalogue.votes(2))
            #expect(group.progress == GroupProgress(finished: 1, total: 1))
        }
        network.vote("b") { $0 > 1 }
        #expect(!catalogue.votes(1))
        #expect(seen.entries == ["2"])
    }
}

/// A client of unusual signatures, which keeps its callbacks until it answers.
private final class Catalogue: @unchecked Sendable {
    // Safe: each test uses it on one thread at a time.
    typealias Image = (Data, URL?, Int, Bool, String, (any Error)?) -> Void
    private var images: [(String, Image)] = []
    private var vote: ((Int) -> Bool)?

    func image(_ name: String, done: @escaping Image) { images.append((name, done)) }

    func answer(_ error: (any Error)?) {
        for (name, done) in images { done(Data([1, 2]), nil, 0, true, name, error) }
        images = []
    }

    func vote(_ name: String, _ judge: @escaping (Int) -> Bool) { vote = judge }

    func votes(_ count: Int) -> Bool {
        defer { vote = nil }
        return vote?(count) ?? false
    }
}

extension InterceptingClient<Catalogue> {
    fileprivate func image(_ name: String, done: @escaping Catalogue.Image) {
        intercept("image") { call in
            base.image(name) { data, url, index, isLast, name, error in
                call.answer(error) { done(data, url, index, isLast, name, error) }
            }
        }
    }

    fileprivate func vote(_ name: String, _ judge: @escaping (Int) -> Bool) {
        intercept("vote") { call in
            base.vote(name) { count in call.answer(nil) { judge(count) } }
        }
    }
}
