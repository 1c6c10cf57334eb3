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
    let mirror = Mirror(reflecting: error)
    if mirror.displayStyle == .enum {
        // The label of the only child is the name of a case with a payload.
        return "\(type(of: error)).\(mirror.children.first?.label ?? "\(error)")"
    }
    // What every error has, `NSError` or not: `URLError` reads "NSURLErrorDomain -1001". An error that says nothing of
    // the kind has its type for a domain, and the code 1.
    let isPlain = error._code == 1 && error._domain == String(reflecting: type(of: error))
    return isPlain ? "\(type(of: error))" : "\(error._domain) \(error._code)"
}
