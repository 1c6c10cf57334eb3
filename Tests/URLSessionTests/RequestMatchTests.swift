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
        guard let url = URL(string: url) else { return false }
        var request = URLRequest(url: url)
        request.httpMethod = method
        return (try? await session.data(for: request)) != nil
    }

    @Test(arguments: [
        // A path.
        ("/users/*", "https://a.test/users/7", true),
        ("/users/*", "http://b.test:80/users/7/posts?x=1#y", true),
        ("/users/*", "https://a.test/v1/users/7", false),
        ("/users", "https://a.test/users?page=2", true),
        ("/users", "https://a.test/users/", false),
        ("/a%20b", "https://a.test/a%20b", true),
        // Host and path.
        ("a.test/users", "https://a.test/users", true),
        ("a.test/users", "https://b.test/users", false),
        ("a.test:8080/*", "https://a.test:8080/users", true),
        ("a.test/*", "https://a.test:8080/users", false),
        ("*.test/users", "https://api.a.test/users", true),
        ("a.test", "https://a.test/", true),
        ("a.test/", "https://a.test", true),
        ("/", "https://a.test", true),
        ("API.test/Users", "https://api.TEST/Users", true),
        ("api.test/users", "https://api.test/Users", false),
        // The whole URL.
        ("https://a.test/*", "https://a.test/users", true),
        ("https://a.test/*", "http://a.test/users", false),
        ("*://a.test/users", "http://a.test/users", true),
        // The query.
        ("/users?page=2", "https://a.test/users?page=2", true),
        ("/users?page=2", "https://a.test/users?page=3", false),
        ("/users?*page=2*", "https://a.test/users?a=b&page=2&c", true),
        ("/in?to=https://b.test", "https://a.test/in?to=https://b.test", true),
        ("a.test?to=https://b.test", "https://A.test?to=https://b.test", true),
        ("*?to=https://B.test", "https://a.test/in?to=https://B.test", true),
        // Stars.
        ("*", "https://a.test/users", true),
        ("/*/posts/*", "https://a.test/users/posts/posts/1", true),
        ("/*/posts", "https://a.test/users/posts/1", false),
        ("/ab*ba", "https://a.test/aba", false),
        ("/ab*ba", "https://a.test/abba", true),
        ("/a*b*c", "https://a.test/a-b-c", true),
        ("/a*b*c", "https://a.test/a-c-b", false), ("/a*b*b*c", "https://a.test/a-b-b-c", true),
        ("", "https://a.test/users", false),
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
