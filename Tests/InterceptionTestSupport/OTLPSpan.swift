struct OTLPSpan: Decodable {
    struct Value: Decodable {
        let stringValue: String?
        let intValue: String?
        let boolValue: Bool?
    }

    struct Attribute: Decodable {
        let key: String
        let value: Value
    }

    struct Event: Decodable {
        let name: String
        let timeUnixNano: String
        let attributes: [Attribute]

        var label: String? {
            attributes.first { $0.key == "request_group.label" }?.value.stringValue
        }
    }

    struct Link: Decodable {
        let traceId: String
        let spanId: String
        let attributes: [Attribute]

        var kind: String? { attributes.first { $0.key == "request_group.link" }?.value.stringValue }
    }

    struct Status: Decodable {
        let code: Int
    }

    let traceId: String
    let spanId: String
    let parentSpanId: String?
    let name: String
    let kind: Int
    let startTimeUnixNano: String
    let endTimeUnixNano: String
    let attributes: [Attribute]
    let events: [Event]?
    let links: [Link]?
    let status: Status?

    func text(_ key: String) -> String? { attributes.first { $0.key == key }?.value.stringValue }
    func number(_ key: String) -> String? { attributes.first { $0.key == key }?.value.intValue }
    func flag(_ key: String) -> Bool? { attributes.first { $0.key == key }?.value.boolValue }
    var title: String { text("request_group.label") ?? name }

    var times: (start: Int64, end: Int64)? {
        guard let start = Int64(startTimeUnixNano), let end = Int64(endTimeUnixNano) else {
            return nil
        }
        return (start, end)
    }

    private struct Document: Decodable {
        struct Resource: Decodable {
            struct Scope: Decodable {
                let spans: [OTLPSpan]
            }

            let scopeSpans: [Scope]
        }

        let resourceSpans: [Resource]
    }

    static func all(in documents: [String]) throws -> [OTLPSpan] {
        try documents.flatMap { try all(in: $0) }
    }

    static func all(in document: String) throws -> [OTLPSpan] {
        try JSONDecoder().decode(Document.self, from: Data(document.utf8))
            .resourceSpans.flatMap(\.scopeSpans).flatMap(\.spans)
    }
}
