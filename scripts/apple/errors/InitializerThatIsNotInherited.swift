// error: argument passed to call that takes no arguments
// error: cannot infer contextual base in reference to member 'ephemeral'
import Foundation

final class Session: URLSession, @unchecked Sendable {}

func make() -> Session { Session(configuration: .ephemeral) }
