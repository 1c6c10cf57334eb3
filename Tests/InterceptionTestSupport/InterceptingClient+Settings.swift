extension InterceptingClient {
    init(_ base: Base, configure: (inout InterceptionSettings) -> Void) {
        self.init(base, settings: InterceptionSettings(configure))
    }
}
