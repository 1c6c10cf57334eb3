import Foundation
import OldApp
import PageServer
import Verdict

/// Loads the page of an old app over HTTP, with its call sites as they are and groups around them.
///
/// Exits with status 0 if every outcome is the expected one.
@main
enum PageLoad {
    static func main() async throws {
        let page = PageInGroups()
        Watchdog.start(seconds: 60, watching: page.log)
        let server = try await PageServer.start()
        NetworkTool.shared.baseURL = server.baseURL
        print("The page of an app with an old callback client, served by \(server.baseURL)")

        var checks = Checks()
        try await CompiledTwice.run(&checks)
        try await page.run(on: server, &checks)
        await Comparison.run(&checks)
        print("\n\(checks)")

        await server.stop()
        exit(checks.haveSucceeded ? EXIT_SUCCESS : EXIT_FAILURE)
    }
}
