@testable import InterceptionTestSupport

@Suite struct `Matching requests with stubs` {
    private func isStubbed(
        _ match: RequestMatch,
        _ url: String,
        _ method: String = "GET"
    ) async -> Bool {
        let stubs = RequestStubs()
        stubs.answer(match, with: .data(status: 200))
        let session = InterceptingClient(URLSession.shared, pipeline: RequestPipeline(stubs: stubs))
        let address = url.hasPrefix("http") ? url : "https://\(url)"
        guard let url = URL(string: address) else { return false }
        var request = URLRequest(url: url)
        request.httpMethod = method
        return (try? await session.data(for: request)) != nil
    }

    @Test(arguments: [
        // A path.
        ("/users/*", "a.test/users/7", true),
        ("/users/*", "http://b.test:80/users/7/posts?x=1#y", true),
        ("/users/*", "a.test/v1/users/7", false), ("/users", "a.test/users?page=2", true),
        ("/users", "a.test/users/", false), ("/a%20b", "a.test/a%20b", true),
        // Host and path.
        ("a.test/users", "a.test/users", true), ("a.test/users", "b.test/users", false),
        ("a.test:8080/*", "a.test:8080/users", true), ("a.test/*", "a.test:8080/users", false),
        ("*.test/users", "api.a.test/users", true), ("a.test", "a.test/", true),
        ("a.test/", "a.test", true), ("/", "a.test", true),
        ("API.test/Users", "api.TEST/Users", true), ("api.test/users", "api.test/Users", false),
        // The whole URL.
        ("https://a.test/*", "a.test/users", true),
        ("https://a.test/*", "http://a.test/users", false),
        ("*://a.test/users", "http://a.test/users", true),
        // The query.
        ("/users?page=2", "a.test/users?page=2", true),
        ("/users?page=2", "a.test/users?page=3", false),
        ("/users?*page=2*", "a.test/users?a=b&page=2&c", true),
        ("/in?to=https://b.test", "a.test/in?to=https://b.test", true),
        ("a.test?to=https://b.test", "A.test?to=https://b.test", true),
        ("*?to=https://B.test", "a.test/in?to=https://B.test", true),
        // Stars.
        ("*", "a.test/users", true), ("/*/posts/*", "a.test/users/posts/posts/1", true),
        ("/*/posts", "a.test/users/posts/1", false), ("/ab*ba", "a.test/aba", false),
        ("/ab*ba", "a.test/abba", true), ("/a*b*c", "a.test/a-b-c", true),
        ("/a*b*c", "a.test/a-c-b", false), ("/a*b*b*c", "a.test/a-b-b-c", true),
        ("", "a.test/users", false),
    ])
    func `the form of a pattern decides with which parts of the URL it is compared`(
        pattern: String,
        url: String,
        isMatching: Bool
    ) async { #expect(await isStubbed(.url(pattern), url) == isMatching) }

    @Test(arguments: [
        ("GET", "GET", true), ("GET", "POST", false), ("PUT", "PUT", true),
        // `URLRequest` changes the case of some methods.
        ("get", "GET", true), ("Get", "get", true), ("delete", "DELETE", true),
        ("patch", "PATCH", true), ("Options", "OPTIONS", true), ("patch", "patch", true),
        // These methods are sent unchanged, and servers do not know them.
        ("PATCH", "patch", false), ("patch", "Patch", false), ("get", "POST", false),
        ("", "GET", false),
    ])
    func `a lower-case method of a stub matches its upper-case form, but not the reverse`(
        stubbed: String,
        sent: String,
        isMatching: Bool
    ) async {
        let isStubbed = await isStubbed(.method(stubbed, "/x"), "https://a.test/x", sent)
        #expect(isStubbed == isMatching)
    }
}
