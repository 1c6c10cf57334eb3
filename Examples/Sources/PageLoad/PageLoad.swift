import Foundation
import Interception
import OldApp
import PageServer
import Verdict

/// A program that loads the page of an old app over HTTP in groups around its unchanged call sites.
///
/// The program prints the timeline of the page, and writes it as an SVG to the path in its argument or, without an
/// argument, into the temporary directory. The exit status is 0 if all checks hold.
@main
enum PageLoad {
    static func main() async throws {
        let page = PageInGroups()
        let server = try await PageServer.start()
        NetworkTool.shared.baseURL = server.baseURL
        print("The page of an app with an old callback client, served by \(server.baseURL)")

        var checks = Checks()
        try await CompiledTwice.run(&checks)
        try await page.run(on: server, &checks)
        let picture = Self.picture
        try page.timeline.recording.svg().write(to: picture, atomically: true, encoding: .utf8)
        print("  The timeline as an SVG: \(picture.path)")
        await Comparison.run(&checks)
        print("\n\(checks)")

        await server.stop()
        exit(checks.haveSucceeded ? EXIT_SUCCESS : EXIT_FAILURE)
    }

    /// The file of the SVG: the path in the argument, or a default in the temporary directory.
    private static var picture: URL {
        CommandLine.arguments.dropFirst().first.map { URL(fileURLWithPath: $0) }
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("home page.svg")
    }
}
