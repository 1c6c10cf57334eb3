/// A context that a user would bind around each callback: the owner of the request.
final class Context: Sendable {
    @TaskLocal static var value: Context?
}
