// Calls every method of every wrapper in every situation; exits with status 0 if there are no mistakes.
let methods = allMethods()
var mistakes: [Mistake] = []
for method in methods {
    // If a check hangs, its method is in the last line.
    if CommandLine.arguments.contains("--verbose") { print(method.name) }
    mistakes += await method.check()
}
for mistake in mistakes { print(mistake) }
print("\(methods.count) methods, \(mistakes.count) mistakes")
exit(mistakes.isEmpty ? 0 : 1)
