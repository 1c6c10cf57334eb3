/// Types of the standard library and of well-known modules, by their identifiers in symbol graphs.
enum KnownTypes {
    /// Returns whether the type is an error of Swift or Foundation, or of an error domain in Objective-C.
    ///
    /// The declarations of these types, such as `URLError` and `CKError`, are in no symbol graph.
    static func isError(_ type: String) -> Bool {
        ["c:objc(cs)NSError", "s:ScE"].contains(type)
            || type.contains(#/^s:(s|10Foundation|20Foundation[EN]\w+)\d+\w*Error[CPVO]$/#)
            || type.hasPrefix("s:SC") && type.hasSuffix("LeV")
    }

    static let rootObjects: Set<String> = ["c:objc(cs)NSObject", "s:10Foundation8NSObjectC"]
    /// The protocol `RequestIntercepting`; a client with this conformance needs no wrapper.
    static let intercepting = "s:12Interception19RequestInterceptingP"
    static let anyError = "s:s5ErrorP"
    static let equatable = "s:SQ"
    static let optionSet = "s:s9OptionSetP"
    static let nsErrors: Set<String> = ["s:10Foundation7NSErrorC", "c:objc(cs)NSError"]
    /// The protocols without requirements, which a wrapper need not implement.
    static let markers: Set<String> = [
        "s:s8SendableP", "s:s16SendableMetatypeP", "s:s8CopyableP", "s:s9EscapableP",
    ]

    /// The empty or zero values of types, as expressions.
    static let plainValues = [
        text: #""""#, "s:Si": "0", "s:Su": "0", "s:s5Int32V": "0", "s:s5Int64V": "0", "s:Sd": "0",
        "s:Sf": "0 as Float",
    ]

    static let text = "s:SS"
    static let result = "s:s6ResultO"
    static let void = "s:s4Voida"
    static let httpResponses = networking(["HTTPURLResponse"])
    static let sessions = networking(["URLSession"])

    /// Returns the identifiers of classes of FoundationNetworking, on Linux and on Apple's platforms.
    private static func networking(_ names: [String]) -> Set<String> {
        Set(names.flatMap { ["s:20FoundationNetworking\($0.count)\($0)C", "c:objc(cs)NS\($0)"] })
    }

    /// The types of handles whose requests have already started when the client returns the handle.
    static let startedHandles: Set<String> = [
        "s:ScT",  // Task
        "s:7Combine14AnyCancellableC", "s:11OpenCombine14AnyCancellableC",
        "s:10Foundation8ProgressC", "c:objc(cs)NSProgress", "s:8Dispatch0A8WorkItemC",
    ]

    /// The types of handles whose requests the caller may have to start.
    static let preparedHandles = networking(tasks.map { "URLSession\($0)Task" }).union(operations)
    private static let tasks = ["", "Data", "Upload", "Download", "Stream", "WebSocket"]

    static let operations: Set<String> = ["s:10Foundation9OperationC", "c:objc(cs)NSOperation"]

    static let handles = startedHandles.union(preparedHandles)

    /// The future type of SwiftNIO, through which callers receive the result of a request.
    static let future = "s:7NIOCore15EventLoopFutureC"

    /// The types with methods such as `onSuccess(_:)` or `submit(_:)` that issue no request of a client.
    static let noClients = [nil, result, "s:7NIOCore9EventLoopP", "s:7NIOCore14EventLoopGroupP"]

    /// The modules whose types are treated as streams.
    static let streamModules = "Combine OpenCombine RxSwift ReactiveSwift AsyncAlgorithms".words

    /// The streams of the standard library, and the protocol of all other streams.
    static let streams: Set<String> = ["s:ScS", "s:Scs", "s:Sci"]

    /// The modules whose symbol graphs are never needed, because these modules declare no superclass of a
    /// client and no alias of a callback.
    static let foundations: Set<String> = [
        "Swift", "_Concurrency", "_StringProcessing", "Foundation", "FoundationEssentials",
        "FoundationInternationalization", "FoundationNetworking", "Dispatch", "ObjectiveC",
        "CoreFoundation", "Darwin", "Glibc", "Musl", "Synchronization", "Observation",
    ]

    /// The types of Foundation whose names other modules declare, too.
    static let ofFoundation = "Expression Notification Operation Predicate Progress Unit".words

    /// Returns the name of the module in an identifier; `nil` for an identifier without a module.
    static func module(of precise: String) -> String? {
        guard precise.hasPrefix("s:") else { return nil }
        let rest = precise.dropFirst(2)
        if rest.first == "s" || rest.first == "S" { return "Swift" }
        let digits = rest.prefix { $0.isNumber }
        return Int(digits).map { String(rest.dropFirst(digits.count).prefix($0)) }
    }

    static func isClass(_ type: String) -> Bool { type.contains(#/^(c:objc\(cs\)|s:.*C$)/#) }

    static func isProtocol(_ type: String) -> Bool { type.contains(#/^(c:objc\(pl\)|s:.*P$)/#) }
}
