import Foundation

/// Who has asked, for those who read traces: what OpenTelemetry calls a resource.
///
/// ```swift
/// let service = TracedService("shop app", attributes: ["service.version": "3.1"])
/// let document = timeline.recording.otlp(service)
/// ```
public struct TracedService: Sendable {
    private let name: String
    private let others: [String: String]

    /// Names the service.
    ///
    /// - Parameters:
    ///   - name: the name of the app; by default one with the name of the process that says that nobody gave it one.
    ///   - attributes: what else is said of it, by the keys that OpenTelemetry has.
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
    /// An attribute, as this encoding has it.
    static func attribute(_ key: String, _ value: JSONValue) -> JSONValue {
        .object([("key", .text(key)), ("value", value)])
    }
}
