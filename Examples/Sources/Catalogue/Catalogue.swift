import Foundation
import Interception
import PageServer
import Verdict

/// Shows what request libraries gave their users: batch, chain, cache and stubs, over HTTP.
///
/// Exits with status 0 if every outcome is the expected one.
@main
enum Catalogue {
    static func main() async throws {
        let server = try await PageServer.start()
        print("A catalogue, served by \(server.baseURL)")
        let shop = try Shop(server)
        defer { shop.close() }

        var checks = Checks()
        try await shop.loadPages(&checks)
        await shop.loadImages(&checks)
        try await shop.loadAgain(&checks)
        try await shop.loadWhatTheServerHasNotYet(&checks)
        print("\n\(checks)")

        await server.stop()
        exit(checks.haveSucceeded ? EXIT_SUCCESS : EXIT_FAILURE)
    }
}
