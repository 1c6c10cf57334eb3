@testable import Interception
@testable import InterceptionTestSupport

@Suite struct `The label of a request of a URLSession` {
    @Test(arguments: [
        ("https://user@api.test/feed/1?token=secret#fragment", "GET api.test/feed/1"),
        ("https://user:secret@api.test/feed", "GET api.test/feed"),
        ("https://user%3Asecret%40x@api.test/feed", "GET api.test/feed"),
        ("https://api.test/feed;jsessionid=secret/x", "GET api.test/feed"),
        ("https://api.test", "GET api.test"), ("https://api.test?token=secret", "GET api.test"),
        ("https://api.test:8080", "GET api.test"), ("https://my_host-1/x", "GET my_host-1/x"),
        ("data:text/plain,secret", "GET data:"), ("file:///folder/secret", "GET file:"),
        ("mailto:secret@api.test", "GET mailto:"),
    ])
    func `a request label has no user, query or fragment (O3)`(url: String, label: String) throws {
        try expect(url, label)
    }

    @Test(arguments: [
        "%3Ftoken=secret", "%3ftoken=secret%0Aline", "%3Bjsessionid=secret", "%3bsecret",
        "%23secret", "/%3Fsecret",
    ])
    func `a label ends at a query that was appended as a path (O3)`(rest: String) throws {
        let end = rest.hasPrefix("/") ? "/" : ""
        try expect("https://api.test/a%20b\(rest)", "GET api.test/a%20b\(end)")
    }

    @Test(arguments: [
        "a%0AERROR%20root", "a%1B%5B2J", "a%3Ftoken=secret", "a%23secret", "a%2Fsecret",
        "user%3Asecret%40api.test", "secret%40api.test", "a%20b", "a%00b", "a%C2%85b", "a%C2%9Bb",
        "%E2%80%AEa", "a%E2%80%A8b", "a%ffb", "a=secret", "a;secret", "a%3A80", "a%25b",
    ])
    func `a label hides a host with forbidden characters (O3)`(host: String) throws {
        try expect("https://\(host)/feed", "GET (invalid host)/feed")
    }

    @Test(arguments: [
        ("[::1]", "[::1]"), ("[2001:db8::1]:8080", "[2001:db8::1]"), ("user:secret@[::1]", "[::1]"),
        ("[::ffff:10.0.0.1]", "[::ffff:10.0.0.1]"), ("[fe80::1%25eth0]", "[fe80::1%eth0]"),
        ("127.0.0.1", "127.0.0.1"), ("xn--bcher-kva.test", "xn--bcher-kva.test"),
        ("b%C3%BCcher.test", "bücher.test"),
    ])
    func `a label shows a host without user and port`(host: String, shown: String) throws {
        try expect("https://\(host)/feed", "GET \(shown)/feed")
    }

    @Test func `a resumed download, which has no URL, has a label (O3)`() {
        #expect(ResumedDownloadForm(resumeData: Data()).kind.label(nil) == "resumed download")
    }

    @Test func `a relative URL has the label of its absolute URL`() throws {
        let base = try #require(URL(string: "https://user@api.test/v1/?secret"))
        let url = try #require(URL(string: "feed?token=secret", relativeTo: base))
        #expect(url.requestLabel == "GET api.test/v1/feed")
    }

    @Test(arguments: [
        ("POST", "POST"), ("M-SEARCH", "M-SEARCH"), ("patch", "patch"), ("x_1~", "x_1~"),
        ("", "(invalid method)"), ("GET\nFATAL", "(invalid method)"),
        ("GET secret", "(invalid method)"), ("\u{1B}[2J", "(invalid method)"),
        ("GÉT", "(invalid method)"), ("G\u{202E}ET", "(invalid method)"),
    ])
    func `a label contains only a valid HTTP method (O3)`(method: String, shown: String) throws {
        var request = URLRequest(url: try #require(URL(string: "https://api.test/feed")))
        request.httpMethod = method
        #expect(request.requestLabel == "\(shown) api.test/feed")
        let observed = RequestSnapshot(
            identity: RequestIdentity(of: RequestMetadata(), in: nil),
            request: request
        )
        #expect("\(observed)" == "\(shown) api.test/feed")
    }

    private func expect(
        _ url: String,
        _ label: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let url = try #require(URL(string: url), sourceLocation: sourceLocation)
        #expect(url.requestLabel == label, sourceLocation: sourceLocation)
        #expect(URLRequest(url: url).requestLabel == label, sourceLocation: sourceLocation)
    }
}
