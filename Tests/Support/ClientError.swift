package struct ClientError: Error, Hashable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}
