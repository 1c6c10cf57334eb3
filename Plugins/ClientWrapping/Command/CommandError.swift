/// Why the command cannot do what it was asked for, and what to do.
package struct CommandError: Error, Equatable, CustomStringConvertible {
    let problem: String
    let cure: String?

    init(_ problem: String, cure: String? = nil) {
        self.problem = problem
        self.cure = cure
    }

    package var description: String {
        cure.map { "\(problem); \($0)" } ?? problem
    }
}
