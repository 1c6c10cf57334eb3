// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client ParcelActor --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient<ParcelActor> {
    func send<Value>(_ parcel: Parcelled<Value>) async throws -> Int {
        try await intercept("send") { try await base.send(parcel) }
    }
}
