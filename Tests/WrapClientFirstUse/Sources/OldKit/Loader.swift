/// A client in a target that does not import this library.
///
/// The wrapper of the client is in the app, and uses only public declarations.
public final class Loader {
    /// Makes a loader.
    public init() {}

    /// Loads a path.
    public func load(
        _ path: String,
        after delay: Int = patience,
        completion: @escaping (Result<String, Error>) -> Void
    ) {
        reload(path, completion: completion)
    }

    func reload(_ path: String, completion: @escaping (Result<String, Error>) -> Void) {
        completion(.success(path))
    }

    @usableFromInline static let patience = 0
}
