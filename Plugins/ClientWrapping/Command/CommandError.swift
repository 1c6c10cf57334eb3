/// An error of the command, with the problem and, after a semicolon, a remedy.
///
/// The plugins have symbolic links to this file.
struct CommandError: Error, Equatable, CustomStringConvertible {
    let description: String
    /// The file and the line of the problem, if known.
    private let place: String?

    init(_ description: String, at place: String? = nil) {
        self.description = description
        self.place = place
    }

    /// The error with its place, in the format that Xcode shows beside the line.
    var message: String { "\(place.map { "\($0): " } ?? "")error: \(self)" }
}
