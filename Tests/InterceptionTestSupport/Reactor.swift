import Interception

/// An observer that does something with each event.
struct Reactor: RequestGroupObserver {
    let react: @Sendable (RequestGroupEvent) -> Void

    func observe(_ event: RequestGroupEvent) {
        react(event)
    }
}
