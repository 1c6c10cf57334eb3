// error: 'Failure' is only available in macOS 15.0 or newer
func count<Steps: AsyncSequence>(_ steps: Steps) async where Steps.Failure == Never {}
