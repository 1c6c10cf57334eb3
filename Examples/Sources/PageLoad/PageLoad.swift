import Foundation
import Interception
import OldApp
import PageServer
import Verdict

/// Loads the page of an old app over HTTP, with its call sites as they are and groups around them.
///
/// Prints what made it slow, and writes that as an SVG to the path of its argument, else into the
/// temporary directory. Exits with status 0 if every outcome is the expected one.
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
        let picture = Self.picture
        try page.timeline.recording.svg().write(to: picture, atomically: true, encoding: .utf8)
        print("  The same as a picture: \(picture.path)")
        await Comparison.run(&checks)
        print("\n\(checks)")

        await server.stop()
        exit(checks.haveSucceeded ? EXIT_SUCCESS : EXIT_FAILURE)
    }

    /// Where the drawing of the page goes: the path that the program was given, if it was given one.
    private static var picture: URL {
        CommandLine.arguments.dropFirst().first.map { URL(fileURLWithPath: $0) }
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("home page.svg")
    }
}
