/// Types of the standard library and of well known modules, by their precise identifiers.
enum KnownTypes {
    /// The type of an error that no symbol graph declares.
    static let errors: Set<String> = [
        "s:s5ErrorP", "s:10Foundation7NSErrorC", "c:objc(cs)NSError",
        "s:10Foundation14LocalizedErrorP", "s:10Foundation13CustomNSErrorP",
        "s:20FoundationEssentials14LocalizedErrorP", "s:20FoundationEssentials13CustomNSErrorP",
        "s:10Foundation8URLErrorV", "s:20FoundationNetworking8URLErrorV",
        "s:10Foundation10CocoaErrorV", "s:20FoundationEssentials10CocoaErrorV",
        "s:10Foundation10POSIXErrorV", "s:20FoundationEssentials10POSIXErrorV",
        "s:s13DecodingErrorO", "s:s13EncodingErrorO", "s:ScE",
    ]

    static let rootObjects: Set<String> = ["c:objc(cs)NSObject", "s:10Foundation8NSObjectC"]
    /// What a class of one's own conforms to that intercepts its requests itself.
    static let intercepting = "s:12Interception19RequestInterceptingP"
    static let anyError = "s:s5ErrorP"
    static let nsErrors: Set<String> = ["s:10Foundation7NSErrorC", "c:objc(cs)NSError"]
    static let result = "s:s6ResultO"
    static let void = "s:s4Voida"

    /// Handles of requests that have started when a method returns them.
    static let startedHandles: Set<String> = [
        "s:ScT",  // Task
        "s:7Combine14AnyCancellableC", "s:11OpenCombine14AnyCancellableC",
        "s:10Foundation8ProgressC", "c:objc(cs)NSProgress",
        "s:8Dispatch0A8WorkItemC",
    ]

    /// Handles of requests that the caller may still have to start.
    static let preparedHandles: Set<String> = [
        "s:20FoundationNetworking14URLSessionTaskC", "c:objc(cs)NSURLSessionTask",
        "s:20FoundationNetworking18URLSessionDataTaskC", "c:objc(cs)NSURLSessionDataTask",
        "s:20FoundationNetworking20URLSessionUploadTaskC", "c:objc(cs)NSURLSessionUploadTask",
        "s:20FoundationNetworking22URLSessionDownloadTaskC", "c:objc(cs)NSURLSessionDownloadTask",
        "s:20FoundationNetworking20URLSessionStreamTaskC", "c:objc(cs)NSURLSessionStreamTask",
        "s:20FoundationNetworking23URLSessionWebSocketTaskC",
        "c:objc(cs)NSURLSessionWebSocketTask",
        "s:10Foundation9OperationC", "c:objc(cs)NSOperation",
    ]

    /// What answers later through what is chained to it.
    static let future = "s:7NIOCore15EventLoopFutureC"

    /// Modules whose types are values that are watched: streams and publishers.
    static let streamModules: Set<String> = [
        "Combine", "OpenCombine", "RxSwift", "ReactiveSwift", "AsyncAlgorithms",
    ]

    /// Streams of the standard library, and the protocol of all others.
    static let streams: Set<String> = ["s:ScS", "s:Scs", "s:Sci"]

    /// Modules whose graphs are not needed: their classes are no clients, and their aliases no callbacks.
    static let foundations: Set<String> = [
        "Swift", "_Concurrency", "_StringProcessing", "Foundation", "FoundationEssentials",
        "FoundationInternationalization", "FoundationNetworking", "Dispatch", "ObjectiveC",
        "CoreFoundation", "Darwin", "Glibc", "Musl", "Synchronization", "Observation",
    ]

    /// The module that a precise identifier names, if it does.
    static func module(of precise: String) -> String? {
        guard precise.hasPrefix("s:") else { return nil }
        var rest = precise.dropFirst(2)
        if rest.first == "s" || rest.first == "S" { return "Swift" }
        let digits = rest.prefix { $0.isNumber }
        guard let length = Int(digits), length > 0 else { return nil }
        rest = rest.dropFirst(digits.count)
        return rest.count >= length ? String(rest.prefix(length)) : nil
    }

    /// Whether the identifier is that of a type alias.
    static func isAlias(_ precise: String) -> Bool {
        precise.hasPrefix("s:") && precise.hasSuffix("a") && precise.dropFirst(2).count > 1
    }

    /// Whether the identifier is that of a class.
    static func isClass(_ precise: String) -> Bool {
        precise.hasPrefix("c:objc(cs)") || precise.hasPrefix("s:") && precise.hasSuffix("C")
    }

    /// Whether the identifier is that of a protocol.
    static func isProtocol(_ precise: String) -> Bool {
        precise.hasPrefix("c:objc(pl)") || precise.hasPrefix("s:") && precise.hasSuffix("P")
    }
}
