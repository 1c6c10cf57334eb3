import Foundation

/// The app that issued the requests of a trace; OpenTelemetry calls it a resource.
///
/// ```swift
/// let service = TracedService("shop app", attributes: ["service.version": "3.1"])
/// let document = timeline.recording.otlp(service)
/// ```
public struct TracedService: Sendable {
    private let name: String
    private let others: [String: String]

    /// Makes a service with a name and attributes.
    ///
    /// - Parameters:
    ///   - name: The name of the app; by default `unknown_service` with the name of the process.
    ///   - attributes: Further attributes, by their OpenTelemetry keys.
    public init(_ name: String? = nil, attributes: [String: String] = [:]) {
        self.name = name ?? "unknown_service:\(ProcessInfo.processInfo.processName)"
        others = attributes
    }

    var attributes: JSONValue {
        let all = others.merging(["service.name": name]) { $1 }
        return .array(
            all.sorted { $0.key < $1.key }
                .map { .attribute($0.key, .object([("stringValue", .text($0.value))])) }
        )
    }
}

extension JSONValue {
    static func attribute(_ key: String, _ value: JSONValue) -> JSONValue {
        .object([("key", .text(key)), ("value", value)])
    }
}
