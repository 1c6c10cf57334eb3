import Foundation
package import Testing

extension TimeLimitTrait.Duration {
    /// The time limit of a test suite: 12 minutes, or `REQUEST_GROUPS_TEST_MINUTES`.
    package static var ordinary: Self {
        let minutes = ProcessInfo.processInfo.environment["REQUEST_GROUPS_TEST_MINUTES"]
        return .minutes(minutes.flatMap { Int($0) } ?? 12)
    }
}
