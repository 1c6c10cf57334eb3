/// What a user who needs it would bind around each callback: whose it is.
final class Context: Sendable {
    @TaskLocal static var value: Context?
}
