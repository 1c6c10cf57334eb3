import Foundation

/// The server in a process of its own, so that its processor time does not count.
struct ServerProcess {
    let port: Int

    private let process = Process()
    private let input = Pipe()

    init() throws {
        let output = Pipe()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).absoluteURL
        process.arguments = ["serve"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let said = output.fileHandleForReading.availableData
        let line = String(decoding: said, as: UTF8.self).trimmingCharacters(in: .newlines)
        guard let port = Int(line) else { throw CocoaError(.fileReadCorruptFile) }
        self.port = port
    }

    /// Closes the input of the server, which ends then.
    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
