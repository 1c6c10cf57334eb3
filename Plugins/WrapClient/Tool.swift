import Foundation
import PackagePlugin

/// The executable `wrap-client`, which generates wrappers.
struct Tool {
    let url: URL
    /// The folder of the package, to which the paths in the arguments are relative.
    let folder: URL

    /// Runs the tool in the folder of the package; the output of the tool goes to the terminal.
    @discardableResult
    func run(_ arguments: [String]) throws -> Int32 {
        let process = process(arguments)
        // The package manager uses the standard input of the plugin, so read the user's answers from the terminal.
        if arguments.contains("--ask") {
            process.standardInput =
                FileHandle(forReadingAtPath: "/dev/tty") ?? FileHandle.nullDevice
        }
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Returns the modules whose symbol graphs the tool still needs for the type; `nil` if no graph declares the type.
    func missingModules(_ type: String, _ graphs: [String]) throws -> Set<String>? {
        let options = graphs.flatMap { ["--symbol-graph", $0] }
        let process = process([type, "--missing-modules"] + options)
        let output = Pipe()
        process.standardOutput = output
        // Drop the errors here, because the run that generates the wrapper prints the same errors.
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return nil }
        return Set(String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    private func process(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.currentDirectoryURL = folder
        return process
    }
}
