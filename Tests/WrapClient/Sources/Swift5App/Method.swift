import Clients
import Interception

/// A method of a wrapped client, and what is known of it.
struct Method {
    /// What an answer or its lack does to the group.
    enum Failure { case tells, hides }

    /// What happens to it in a cancelled group.
    enum Rejection {
        /// Its callback hears of it, or its caller.
        case reported
        /// Its callbacks note this, the last of them the one that always comes last.
        case ended([String])
        /// Only the group hears of it.
        case unreported
        /// It is started all the same, and cancelled if it can be.
        case started(isCancelled: Bool)
    }

    let name: String
    /// What the script calls the request.
    let label: String
    var failure = Failure.tells
    var rejection = Rejection.reported
    /// Whether a second answer is a second call of the callback.
    var mayComeTwice = true
    /// How many callbacks come with an answer.
    var notes = 1
    /// Calls the method, and notes how it ends.
    let call: @MainActor (ScriptedClient<String>, Notes) async -> Void

    init(
        _ name: String,
        label: String? = nil,
        failure: Failure = .tells,
        rejection: Rejection = .reported,
        mayComeTwice: Bool = true,
        notes: Int = 1,
        call: @escaping @MainActor (ScriptedClient<String>, Notes) async -> Void
    ) {
        self.name = name
        self.label = label ?? name.split(separator: ".").last.map(String.init) ?? name
        self.failure = failure
        self.rejection = rejection
        self.mayComeTwice = mayComeTwice
        self.notes = notes
        self.call = call
    }
}

/// Something that is not as it should be.
struct Mistake: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
