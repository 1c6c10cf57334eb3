// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client NamesClient --hint 'chosen(completion:) = completion: callback { first in if case .refused(_, let error) = first { error } else { nil } }' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient<NamesClient> {
    var script: ScriptedClient<String> { base.script }

    func based(
        base: Int,
        self name: String,
        intercept: Bool,
        interceptionSettings interceptionSettingsValue: Int,
        completion: @escaping (Result<String, any Error>) -> Void
    ) {
        self.intercept("based", .completion(completion)) { completion in
            self.base.based(
                base: base,
                self: name,
                intercept: intercept,
                interceptionSettings: interceptionSettingsValue,
                completion: completion
            )
        }
    }

    // calls(call:request:interceptedCall:completion:) does not report a rejection. Settled by a
    // hint:
    //     calls(call:request:interceptedCall:completion:) = rejection: completion(0, .failure($0))
    func calls(
        call: Int,
        request: Int,
        interceptedCall: Int,
        completion: @escaping (Int, Result<String, any Error>) -> Void
    ) {
        intercept("calls", .completion(completion)) { completion in
            base.calls(
                call: call,
                request: request,
                interceptedCall: interceptedCall,
                completion: completion
            )
        }
    }

    func captured(
        captured: Int,
        progress: @escaping @Sendable (_ progress: Double, _ first: Int, Int) -> Void
    ) async throws -> String {
        try await intercept("captured") {
            let capturedGroup = CapturedGroup()
            defer { capturedGroup.run {} }
            return try await base.captured(
                captured: captured,
                progress: { progressValue, first, third in capturedGroup.run { progress(progressValue, first, third) } }
            )
        }
    }

    // chosen(completion:) does not report a rejection. Settled by a hint:
    //     chosen(completion:) = rejection: completion(<the Choice>)
    func chosen(completion: @escaping (Choice) -> Void) {
        intercept(
            "chosen",
            .callback(completion) { first in
                if case .refused(_, let error) = first { error } else { nil }
            }
        ) { completion in
            base.chosen(completion: completion)
        }
    }

    func generic<Base1>(
        _ base: Base1.Type,
        completion: @escaping (Result<Base1, any Error>) -> Void
    ) where Base1: Decodable, Base1: Sendable {
        intercept("generic", .completion(completion)) { self.base.generic(base, completion: $0) }
    }
}
