import Foundation

// This app is isolated to the main actor by default; its wrappers are nonisolated.
let problems = await problemsOfShapes()
for problem in problems { print(problem) }
exit(problems.isEmpty ? 0 : 1)
