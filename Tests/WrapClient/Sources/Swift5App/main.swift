import Clients
import Foundation

// Calls every method of every wrapper in every way; ends with status 0 if all is as it should be.
let methods = allMethods()
var mistakes: [Mistake] = []
for method in methods {
    // A check that hangs is the last line.
    if CommandLine.arguments.contains("--verbose") { print(method.name) }
    mistakes += await method.check()
}
for mistake in mistakes { print(mistake) }
print("\(methods.count) methods, \(mistakes.count) mistakes")
exit(mistakes.isEmpty ? 0 : 1)
