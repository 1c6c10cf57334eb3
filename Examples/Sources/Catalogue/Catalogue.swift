import Foundation
import Interception
import PageServer
import Verdict

/// A program that shows the features of older request libraries over HTTP: batch, chain, cache and stubs.
///
/// The exit status is 0 if all checks hold.
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
        try await shop.loadFromCache(&checks)
        try await shop.loadFromStub(&checks)
        print("\n\(checks)")

        await server.stop()
        exit(checks.haveSucceeded ? EXIT_SUCCESS : EXIT_FAILURE)
    }
}
