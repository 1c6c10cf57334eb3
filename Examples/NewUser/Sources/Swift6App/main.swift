import Foundation

// Swift6App and MainActorApp, whose default isolation is the main actor, share this file.
let problems = await problemsOfShapes()
for problem in problems { print(problem) }
exit(problems.isEmpty ? 0 : 1)
