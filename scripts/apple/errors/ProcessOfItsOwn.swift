// platform: ios
// error: 'expect(processExitsWith:observing:_:sourceLocation:performing:)' is unavailable: not on this platform
import Testing

@Test func `a process of its own`() async {
    await #expect(processExitsWith: .success) {}
}
