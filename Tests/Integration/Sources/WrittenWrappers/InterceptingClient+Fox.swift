// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client Fox --access-level public --output Sources/WrittenWrappers
//
// swift-format-ignore-file
// swiftlint:disable all

public import FlyingFox
public import Interception

nonisolated extension InterceptingClient<Fox> {
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await intercept("send") { try await base.send(request) }
    }
}
