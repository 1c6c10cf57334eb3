/// An error of the command, with the problem and, after a semicolon, a remedy.
package struct CommandError: Error, Equatable, CustomStringConvertible {
    package let description: String
    /// The file and the line of the problem, if known.
    private let place: String?

    init(_ description: String, at place: String? = nil) {
        (self.description, self.place) = (description, place)
    }

    /// The error with its place, in the format that Xcode shows beside the line.
    var message: String { "\(place.map { "\($0): " } ?? "")error: \(self)" }
}
