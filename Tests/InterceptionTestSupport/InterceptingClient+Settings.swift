// A wrapper with settings from a closure.
extension InterceptingClient {
    /// Creates a wrapper with the settings that the closure changes.
    init(_ base: Base, configure: (inout InterceptionSettings) -> Void) {
        self.init(base, settings: InterceptionSettings(configure))
    }
}
