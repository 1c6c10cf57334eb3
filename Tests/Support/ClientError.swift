/// An error of a client in tests, with its reason.
package struct ClientError: Error, Hashable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}
