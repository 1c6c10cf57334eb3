/// An error whose own description holds nothing that may be secret.
package protocol DescribedInSummaries: Error, CustomStringConvertible {}

extension LostCallbackError: DescribedInSummaries {}
extension RequestTimeoutError: DescribedInSummaries {}
extension RequestGroupError: DescribedInSummaries {}

/// Says which error it is on one line, without saying what it carries.
///
/// Errors of clients carry URLs with query strings, headers and bodies, which have no place in a
/// log. Whoever wants them prints ``RequestFailure/error``.
package func summary(of error: any Error) -> String {
    name(of: error).onOneLine
}

private func name(of error: any Error) -> String {
    if let error = error as? any DescribedInSummaries { return error.description }
    let type = type(of: error)
    if let name = caseName(of: error) { return "\(type).\(name)" }
    // Every error has a domain and a code: `URLError` reads "NSURLErrorDomain -1001". The domain of an error that names
    // none is its type, and its code is 1, or the position of its case.
    if error._domain != String(reflecting: type) { return "\(error._domain) \(error._code)" }
    return error._code == 1 ? "\(type)" : "\(type) \(error._code)"
}

/// The name of the case of an enumeration, as it is written in its declaration.
///
/// Returns `nil` where the type of the error would choose the text: its mirror or its description may hold anything.
private func caseName(of error: any Error) -> String? {
    if error is any CustomReflectable { return nil }
    let mirror = Mirror(reflecting: error)
    guard mirror.displayStyle == .enum else { return nil }
    // The label of the payload is the name of its case.
    if let payload = mirror.children.first { return payload.label }
    let describesItself =
        error is any CustomStringConvertible || error is any CustomDebugStringConvertible
        || error is any TextOutputStreamable
    return describesItself ? nil : "\(error)"
}
