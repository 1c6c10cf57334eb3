/// An error whose description contains no secrets.
package protocol DescribedInSummaries: Error, CustomStringConvertible {}

extension LostCallbackError: DescribedInSummaries {}
extension RequestTimeoutError: DescribedInSummaries {}
extension RequestGroupError: DescribedInSummaries {}

/// Returns the name of the error on one line; for an error of the library, its description.
///
/// The name omits the values that the error carries: errors of clients carry URLs with query strings, headers and
/// bodies, which must not reach a log. The property ``RequestFailure/error`` still returns the whole error.
package func summary(of error: any Error) -> String {
    name(of: error).onOneLine
}

private func name(of error: any Error) -> String {
    if let error = error as? any DescribedInSummaries { return error.description }
    let type = type(of: error)
    if let name = caseName(of: error) { return "\(type).\(name)" }
    // An error with a domain of its own is described by domain and code, such as "NSURLErrorDomain -1001". By default
    // the domain is the name of the type, and the code is 1 or the position of the case.
    if error._domain != String(reflecting: type) { return "\(error._domain) \(error._code)" }
    return error._code == 1 ? "\(type)" : "\(type) \(error._code)"
}

/// Returns the name of the case of an enumeration, as in its declaration.
///
/// Returns `nil` instead of using the type's own mirror or its own description, because these may contain secrets.
private func caseName(of error: any Error) -> String? {
    if error is any CustomReflectable { return nil }
    let mirror = Mirror(reflecting: error)
    guard mirror.displayStyle == .enum else { return nil }
    // For a case with a payload, the mirror's label of the payload is the name of the case.
    if let payload = mirror.children.first { return payload.label }
    let describesItself =
        error is any CustomStringConvertible || error is any CustomDebugStringConvertible
        || error is any TextOutputStreamable
    return describesItself ? nil : "\(error)"
}
