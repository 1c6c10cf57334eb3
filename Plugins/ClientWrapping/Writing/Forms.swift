/// The names of library symbols in generated wrappers.
enum Forms {
    static let client = "InterceptingClient"
    static let settings = "interceptionSettings"

    /// Returns the name of the class that the command writes for the type.
    static func wrapper(of type: Symbol) -> String {
        // The library has a type with the name of the class for a protocol `Client`.
        "Intercepting\(type.pathComponents.joined())" + (type.path == "Client" ? "Wrapper" : "")
    }

    /// The members of `InterceptingClient`; a member of a client must not have one of these names.
    static let ownNames: Set<String> = ["base", settings, "interceptedClient"]

    /// The names that generated bodies use; a parameter must not have one of these names.
    static let wordsOfBodies: Set<String> = [
        "self", "super", "Task", "CapturedGroup", client, settings,
    ]

    /// The generic parameter of `InterceptingClient`; a generic method in an extension needs another name.
    static let genericOfWrapper = "Base"

    /// The error of a failed request whose client reports no error.
    static let unexplained = "UnexplainedFailureError()"

    static let cancelsNothing = "{ _ in }"

    /// The name of the client in a cancel closure, which may run on any thread.
    static let unchecked = "unsafeClient"
}
