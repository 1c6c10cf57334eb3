package import GroupContext

/// An observer that passes each event to a closure.
package struct Reactor: RequestGroupObserver {
    private let react: @Sendable (RequestGroupEvent) -> Void

    package init(_ react: @escaping @Sendable (RequestGroupEvent) -> Void) { self.react = react }

    package func observe(_ event: RequestGroupEvent) { react(event) }
}
