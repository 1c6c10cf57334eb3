/// The names of library symbols that written wrappers use.
enum Forms {
    static let imports = ["Interception"]

    static let client = "InterceptingClient"
    static let settings = "interceptionSettings"

    /// What the wrapper has itself, and no method or property of a client can be called.
    static let ownNames: Set<String> = ["base", settings, "interceptedClient"]

    /// Words of what is written that a parameter may not hide.
    static let wordsOfBodies: Set<String> = [
        "self", "super", "Task", "CapturedGroup", client, settings,
    ]

    /// The generic parameter of the wrapper, in whose extensions no method has another one of that name.
    static let genericOfWrapper = "Base"

    static let cancelsNothing = "{ _ in }"

    /// The client where a hint has it called from wherever its group is cancelled.
    static let unchecked = "unsafeClient"

    /// How a closure begins that hands over what is not `Sendable`.
    static let leavingActor = "@concurrent in"
}
