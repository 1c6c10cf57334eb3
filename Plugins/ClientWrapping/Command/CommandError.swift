/// An error of the command, with the problem and, after a semicolon, a remedy.
package struct CommandError: Error, Equatable, CustomStringConvertible {
    package let description: String
    /// The file and the line of the problem, if known.
    private(set) var place: String?

    init(_ description: String) { self.description = description }

    func at(_ file: String, line: Int) -> CommandError {
        var error = self
        error.place = Files.place(file, line: line)
        return error
    }

    /// The error with its place, in the format that Xcode shows beside the line.
    var message: String { "\(place.map { "\($0): " } ?? "")error: \(self)" }
}
