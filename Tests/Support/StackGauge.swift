import Foundation
import GroupContext

/// Measures the stack that is in use where a test calls ``note()``, on a thread with a large stack.
///
/// A recursion over nested groups is measured instead of overflowing the stack.
package final class StackGauge: Sendable {
    private static let stackSize = 64 << 20

    /// The address of the stack when the thread begins, and the lowest address that was noted.
    private let addresses = Locked<(first: UInt, lowest: UInt)>((0, 0))

    package init() {}

    /// Runs the closure on the thread, and returns the largest number of bytes that was noted there.
    package func run(_ body: @escaping @Sendable () -> Void) async throws -> UInt {
        try await OwnThread(stackSize: Self.stackSize) { [self] in
            let address = Self.address()
            addresses.withLock { $0 = (address, address) }
            body()
        }.waitUntilEnded()
        return addresses.withLock { $0.first - $0.lowest }
    }

    /// Notes the stack in use; other threads are ignored.
    package func note() {
        let address = Self.address()
        addresses.withLock { addresses in
            guard address < addresses.first, addresses.first - address < Self.stackSize else {
                return
            }
            addresses.lowest = min(addresses.lowest, address)
        }
    }

    /// Notes the stack in use at its release.
    package final class Probe: Error, Sendable {
        private let gauge: StackGauge

        package init(_ gauge: StackGauge) { self.gauge = gauge }

        deinit { gauge.note() }
    }

    @inline(never) private static func address() -> UInt {
        var byte: UInt8 = 0
        return withUnsafeMutablePointer(to: &byte) { UInt(bitPattern: $0) }
    }
}
