// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client LibraryClient --hint '* = client' --hint 'upload(_:completion:) = completion: callback { _, error, errors in error ?? errors.values.first }' --hint 'importAll(as:completion:) = completion: callback { error, errors in error.map { LibraryClientImportFailure(value: $0) } ?? errors.first.map { _ in UnexplainedFailureError() } }' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Foundation
import Interception

/// A failure of LibraryClient with a value of the type ImportFailure, which is not an `Error`.
// The client passes the value to its callback, and nothing changes it afterwards.
struct LibraryClientImportFailure: Error, @unchecked Sendable {
    let value: ImportFailure
}

nonisolated extension InterceptingClient<LibraryClient> {
    var branches: [InterceptingClient<Lookup>]? {
        get { base.branches.map { $0.map { InterceptingClient<Lookup>($0, settings: interceptionSettings) } } }
        nonmutating set { base.branches = newValue.map { $0.map { $0.base } } }
    }

    var delegate: (any LibraryDelegate)? {
        get { base.delegate }
        nonmutating set { base.delegate = newValue }
    }

    var lookup: InterceptingClient<Lookup> {
        get { InterceptingClient<Lookup>(base.lookup, settings: interceptionSettings) }
        nonmutating set { base.lookup = newValue.base }
    }

    var network: any Networking {
        get { InterceptingNetworking(base.network, settings: interceptionSettings) }
        nonmutating set { base.network = (newValue as? InterceptingNetworking)?.base ?? newValue }
    }

    var script: ScriptedClient<String> { base.script }

    func anyStore() -> any Storing<String> {
        base.anyStore().intercepted(settings: interceptionSettings)
    }

    // importAll(as:completion:) does not report a rejection. Settled by a hint:
    //     importAll(as:completion:) = rejection: completion(<the ImportFailure>, [])
    func importAll(
        as id: String = UUID().uuidString,
        completion: @escaping (ImportFailure?, [ImportFailure]) -> Void
    ) {
        intercept(
            "importAll",
            .callback(completion) { error, errors in
                error.map { LibraryClientImportFailure(value: $0) } ?? errors.first.map { _ in UnexplainedFailureError() }
            }
        ) { completion in
            base.importAll(as: id, completion: completion)
        }
    }

    // pages(onPage:completion:) counts an error in onPage as progress, not as a failure.
    func pages(
        onPage: @escaping (Result<String, any Error>) -> Void,
        completion: (((any Error)?) -> Void)?
    ) {
        intercept("pages", .progress(onPage), .completion(completion)) { onPage, completion in
            base.pages(onPage: onPage, completion: completion)
        }
    }

    func store() -> (some Storing<String>)? {
        base.store().map { InterceptingStoring($0, settings: interceptionSettings) }
    }

    // upload(_:completion:) does not report a rejection. Settled by a hint:
    //     upload(_:completion:) = rejection: completion([], $0, [:])
    func upload(
        _ names: [String],
        completion: @escaping (_ names: [String], (any Error)?, _ refused: [String: Refused]) -> Void
    ) {
        intercept(
            "upload",
            .callback(completion) { _, error, errors in error ?? errors.values.first }
        ) { completion in
            base.upload(names, completion: completion)
        }
    }
}
