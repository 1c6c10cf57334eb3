/// Why the command cannot do what it was asked for, and what to do.
package struct CommandError: Error, Equatable, CustomStringConvertible {
    let problem: String
    let cure: String?
    /// The file and the line that are to blame, if one is.
    private(set) var place: String?

    init(_ problem: String, cure: String? = nil) {
        self.problem = problem
        self.cure = cure
    }

    /// The same, where it is.
    func at(_ file: String, line: Int) -> CommandError {
        var error = self
        error.place = Files.place(file, line: line)
        return error
    }

    /// The error in the form that Xcode shows where it is.
    var message: String { "\(place.map { "\($0): " } ?? "")error: \(self)" }

    package var description: String {
        cure.map { "\(problem); \($0)" } ?? problem
    }
}
