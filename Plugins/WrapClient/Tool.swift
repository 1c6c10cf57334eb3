import Foundation
import PackagePlugin

/// The program that writes wrappers.
struct Tool {
    private let url: URL
    private let folder: URL

    init(_ url: URL, in package: Package) {
        self.url = url
        folder = package.directoryURL
    }

    /// Runs the program in the folder of the package, and shows what it prints.
    @discardableResult
    func run(_ arguments: [String]) throws -> Int32 {
        let process = process(arguments)
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// The modules whose graphs would tell more of the type.
    func missingModules(_ type: String, _ graphs: [String]) throws -> Set<String> {
        try lines([type, "--missing-modules"] + graphs.flatMap { ["--symbol-graph", $0] })
    }

    /// Whether one of the files declares the type: at the top if it is named alone, or in the types before it.
    func isDeclared(_ type: String, in files: [URL]) throws -> Bool {
        guard !files.isEmpty else { return false }
        return try !lines([type] + files.flatMap { ["--declared-in", $0.path] }).isEmpty
    }

    /// What the program prints, line by line.
    private func lines(_ arguments: [String]) throws -> Set<String> {
        let process = process(arguments)
        let output = Pipe()
        process.standardOutput = output
        // What is wrong is said when the wrapper is written.
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        process.waitUntilExit()
        return Set(text.split(separator: "\n").map(String.init))
    }

    private func process(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.currentDirectoryURL = folder
        return process
    }
}
