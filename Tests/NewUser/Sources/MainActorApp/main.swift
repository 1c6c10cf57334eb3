import Foundation

// Everything in this app is on the main actor, unless it says otherwise: the wrappers do.
let problems = await problemsOfShapes()
for problem in problems { print(problem) }
exit(problems.isEmpty ? 0 : 1)
