// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client AsyncClient --hint 'count() = rejection: nil' --hint 'settle() = forward' --hint 'limited() = rejection: Refused("\($0)")' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient<AsyncClient> {
    var script: ScriptedClient<String> { base.script }

    func cached(onProgress: @escaping (Double) -> Void = { _ in }) async -> String {
        do {
            return try await intercept("cached") { @concurrent in
                let captured = CapturedGroup()
                defer { captured.run {} }
                return await base.cached(
                    onProgress: { first in captured.run { onProgress(first) } }
                )
            }
        } catch {
            // The request was rejected, but the method has to return a value.
            return await base.cached(onProgress: onProgress)
        }
    }

    func changed(_ change: @Sendable (String) throws -> String) async throws -> String {
        try await withoutActuallyEscaping(change) { change in
            try await intercept("changed") { try await base.changed(change) }
        }
    }

    func count() async -> Int? {
        do {
            return try await intercept("count") { await base.count() }
        } catch {
            return nil
        }
    }

    func download(progress: (@Sendable (Double) -> Void)?) async throws -> String {
        try await intercept("download") {
            let captured = CapturedGroup()
            defer { captured.run {} }
            return try await base.download(
                progress: progress.map { progress in { @Sendable first in captured.run { progress(first) } } }
            )
        }
    }

    func limited() async throws(Refused) {
        do {
            return try await intercept("limited") { try await base.limited() }
        } catch {
            throw error as? Refused ?? Refused("\(error)")
        }
    }

    func load<Value>(
        _ type: Value.Type,
        onProgress: @escaping (Double) -> Void
    ) async throws -> Value? where Value: Sendable {
        try await intercept("load") { @concurrent in
            let captured = CapturedGroup()
            defer { captured.run {} }
            return try await base.load(
                type,
                onProgress: { first in captured.run { onProgress(first) } }
            )
        }
    }

    @MainActor
    func onMain() async throws -> String {
        try await intercept("onMain") { try await base.onMain() }
    }

    func settle() async { await base.settle() }

    func typed() async throws -> String { try await intercept("typed") { try await base.typed() } }

    func user(_ id: Int) async throws -> String {
        try await intercept("user") { try await base.user(id) }
    }

    func warmUp() async { try? await intercept("warmUp") { await base.warmUp() } }
}
