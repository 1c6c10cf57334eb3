// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Interception

/// Asynchronous methods.
public final class AsyncClient: Client, @unchecked Sendable {
    public func user(_ id: Int) async throws -> String { try await script.send("user") }

    public func typed() async throws(Refused) -> String {
        do { return try await script.send("typed") } catch { throw Refused("\(error)") }
    }

    /// A hint has the error that a rejected request throws.
    public func limited() async throws(Refused) {
        do { _ = try await script.send("limited") } catch { throw Refused("\(error)") }
    }

    public func download(progress: (@Sendable (Double) -> Void)?) async throws -> String {
        progress?(1)
        return try await script.send("download")
    }

    /// The closure is used until the method returns.
    public func changed(_ change: @Sendable (String) throws -> String) async throws -> String {
        try change(try await script.send("changed"))
    }

    public func cached(onProgress: @escaping (Double) -> Void = { _ in }) async -> String {
        (try? await script.send("cached")) ?? "nothing"
    }

    public func warmUp() async { _ = try? await script.send("warmUp") }

    /// The hint has the value that a rejected request returns.
    public func count() async -> Int? { (try? await script.send("count")).map(\.count) }

    public func load<Value: Sendable>(
        _ type: Value.Type,
        onProgress: @escaping (Double) -> Void
    ) async throws -> Value? {
        onProgress(1)
        return try await script.send("load") as? Value
    }

    @MainActor
    public func onMain() async throws -> String { try await script.send("onMain") }

    /// A hint says that this method issues no request.
    public func settle() async {}
}
