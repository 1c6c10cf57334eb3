struct TraceEvent {
    let name: String
    let phase: String
    let category: String
    let process: Int
    let thread: Int
    let arrow: Int?
    let start: Double
    let duration: Double?

    static func all(in json: String) throws -> [TraceEvent] {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        let document = try #require(object as? [String: Any])
        let events = try #require(document["traceEvents"] as? [[String: Any]])
        return try events.map { event in
            TraceEvent(
                name: try #require(event["name"] as? String),
                phase: try #require(event["ph"] as? String),
                category: try #require(event["cat"] as? String),
                process: try #require(event["pid"] as? Int),
                thread: try #require(event["tid"] as? Int),
                arrow: event["id"] as? Int,
                start: try #require((event["ts"] as? NSNumber)?.doubleValue),
                duration: (event["dur"] as? NSNumber)?.doubleValue
            )
        }
    }
}
