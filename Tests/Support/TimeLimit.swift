import Foundation
package import Testing

extension TimeLimitTrait.Duration {
    /// The time in which a test of an ordinary suite ends, unless it hangs: five minutes, or as many as
    /// `REQUEST_GROUPS_TEST_MINUTES` says.
    package static var ordinary: Self {
        let minutes = ProcessInfo.processInfo.environment["REQUEST_GROUPS_TEST_MINUTES"]
        return .minutes(minutes.flatMap { Int($0) } ?? 5)
    }
}
