/// An observer that passes each event to a closure.
struct Reactor: RequestGroupObserver {
    let react: @Sendable (RequestGroupEvent) -> Void

    func observe(_ event: RequestGroupEvent) {
        react(event)
    }
}
