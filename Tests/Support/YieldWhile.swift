package import Testing

/// Lets other tasks run while the condition holds, and records an issue if it still holds after `Gate.limit`.
///
/// For state whose changes cause no event. A slower machine only checks the condition more often.
package func yieldWhile(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () -> Bool
) async {
    let end = ContinuousClock.now + .seconds(Gate.limit)
    while condition() {
        guard ContinuousClock.now < end else {
            Issue.record("The condition still holds.", sourceLocation: sourceLocation)
            return
        }
        // The pause between two checks leaves the processor to other tests; no test depends on its length.
        try? await Task.sleep(for: .milliseconds(2))
    }
}
