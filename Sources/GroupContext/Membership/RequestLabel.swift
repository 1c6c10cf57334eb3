/// The label of a request, or a closure that creates the label when a report needs it.
package enum RequestLabel: Sendable {
    case text(String)
    case onDemand(@Sendable () -> String)

    package var text: String {
        switch self {
        case .text(let text): text
        case .onDemand(let make): make()
        }
    }
}
