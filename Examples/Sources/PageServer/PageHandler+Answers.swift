import FlyingFox

extension PageHandler {
    /// The response to a request, and its delay.
    struct Answer {
        var latency: Duration
        var content: Content

        enum Content {
            case text(String)
            case status(HTTPStatusCode)
            /// The server drops the connection in the middle of the body.
            case cutOff
        }
    }

    static let answers: [String: Answer] = [
        "GET /feed": Answer(latency: .milliseconds(120), content: .text("news")),
        "GET /ads": Answer(latency: .milliseconds(60), content: .status(.internalServerError)),
        "GET /friends": Answer(latency: .milliseconds(80), content: .text("Ann, Bob")),
        "GET /weather": Answer(latency: .milliseconds(100), content: .text("sunny")),
        "GET /user": Answer(latency: .milliseconds(50), content: .text("Cleo")),
        "GET /badges": Answer(latency: .milliseconds(50), content: .text("early bird")),
        "POST /visits": Answer(latency: .milliseconds(30), content: .text("error: try again")),
        "GET /visits": Answer(latency: .milliseconds(30), content: .text("41")),
        "GET /comments/1": Answer(latency: .milliseconds(70), content: .text("First!")),
        "GET /comments/2": Answer(
            latency: .milliseconds(90),
            content: .status(.internalServerError)
        ),
        // No content: because of bug 1, the client calls no callback.
        "GET /sticker": Answer(latency: .milliseconds(40), content: .status(.noContent)),
        "GET /video": Answer(latency: .milliseconds(110), content: .cutOff),
        "GET /catalogue/1": page(#"["lamp", "chair"]"#, next: "2"),
        "GET /catalogue/2": page(#"["table"]"#, next: "3"),
        "GET /catalogue/3": page(#"["shelf", "rug"]"#, next: "null"),
        // The program stops the server before these responses are due.
        "GET /search/recent": Answer(latency: .seconds(3600), content: .text("")),
        "GET /search/popular": Answer(latency: .seconds(3600), content: .text("")),
    ]

    /// Returns a page of the catalogue in the envelope of the company's responses.
    private static func page(_ goods: String, next: String) -> Answer {
        let data = #"{"goods": \#(goods), "next": \#(next)}"#
        return Answer(
            latency: .milliseconds(40),
            content: .text(#"{"code": 0, "message": null, "data": \#(data)}"#)
        )
    }
}
