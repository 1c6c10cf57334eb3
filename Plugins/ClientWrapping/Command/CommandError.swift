/// An error of the command, with the problem and a remedy.
package struct CommandError: Error, Equatable, CustomStringConvertible {
    let problem: String
    let cure: String?
    /// The file and the line of the problem, if known.
    private(set) var place: String?

    init(_ problem: String, cure: String? = nil) {
        self.problem = problem
        self.cure = cure
    }

    func at(_ file: String, line: Int) -> CommandError {
        var error = self
        error.place = Files.place(file, line: line)
        return error
    }

    /// The error with its place, in the format that Xcode shows beside the line.
    var message: String { "\(place.map { "\($0): " } ?? "")error: \(self)" }

    package var description: String {
        cure.map { "\(problem); \($0)" } ?? problem
    }
}
