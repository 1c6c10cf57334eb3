// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import Interception

/// One callback for success and failure, with every usual signature.
open class CompletionClient: PatientClient, @unchecked Sendable {
    public typealias Done = (Data?, Response?, Error?) -> Void

    public func value(_ path: String, completion: @escaping (String?, Error?) -> Void) {
        script.send("value", completion: completion)
    }

    public func data(_ path: String, done: @escaping Done) {
        script.send("data") { value, error in
            done(value.map { Data($0.utf8) }, Response(), error)
        }
    }

    public func result(completion: @escaping (Result<String, Error>) -> Void) {
        script.send("result", completion: completion)
    }

    public func sendable(completion: (@Sendable (Result<String, Error>) -> Void)? = nil) {
        script.send("sendable", completion: { completion?($0) })
    }

    public typealias OnMain = @MainActor (Result<String, Error>) -> Void

    public func onMain(completion: OnMain?) {
        script.send(
            "onMain",
            completion: { result in MainActor.assumeIsolated { completion?(result) } }
        )
    }

    public func errorFirst(callback: @escaping (Error?, String?) -> Void) {
        script.send("errorFirst") { callback($1, $0) }
    }

    public func five(
        completion: @escaping @Sendable (String?, Int, Error?, Bool, Response?) -> Void
    ) {
        script.send("five") { completion($0, 200, $1, true, nil) }
    }

    public func foundationError(completion: ((String?, NSError?) -> Void)!) {
        script.send("foundationError") { completion($0, $1 as NSError?) }
    }

    public func upload(
        _ data: Data,
        uploadProgress: @escaping (Double) -> Void,
        completion: @escaping (Result<String, Error>) -> Void
    ) {
        script.send("upload") { result in
            uploadProgress(1)
            completion(result)
        }
    }

    public func reset(completionHandler: @escaping () -> Void) {
        script.send("reset", completion: { (_: Result<String, Error>) in completionHandler() })
    }

    public func throwing(completion: @escaping (String?, Error?) -> Void) throws {
        script.send("throwing", completion: completion)
    }

    public func borrowing(
        _ text: @autoclosure () -> String,
        count: inout Int,
        completion: @escaping (Result<String, Error>) -> Void
    ) {
        count += text().count
        script.send("borrowing", completion: completion)
    }
}

extension CompletionClient {
    /// Names that have to be escaped.
    public func `repeat`(
        _ in: String,
        for: String,
        call: Int,
        completion: @escaping (_ value: String?, _ error: Error?) -> Void
    ) {
        script.send("repeat", completion: completion)
    }
}
