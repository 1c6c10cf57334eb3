/// A client in a target that knows nothing of this library: its wrapper goes into the app, and sees what is public.
public final class Loader {
    /// Makes a loader.
    public init() {}

    /// Loads, after so many milliseconds.
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
