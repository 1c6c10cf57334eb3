// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client Portal --hint '* = client' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient<Portal.Type> {
    func folder(_ name: String) -> InterceptingClient<Folder> {
        InterceptingClient<Folder>(base.folder(name), settings: interceptionSettings)
    }

    func folders() -> [InterceptingClient<Folder>] {
        base.folders().map { InterceptingClient<Folder>($0, settings: interceptionSettings) }
    }

    func network(_ script: ScriptedClient<String>) -> any Networking {
        InterceptingNetworking(base.network(script), settings: interceptionSettings)
    }

    func networks() -> [any Networking] {
        base.networks().map { InterceptingNetworking($0, settings: interceptionSettings) as any Networking }
    }

    func numberOfFolders() -> Int { base.numberOfFolders() }
}
