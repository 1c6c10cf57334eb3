// Writes a symbol graph without what wrap-client does not read: comments, places, and what stands in it twice.
//
//     recorded IN OUT

import Foundation

let arguments = CommandLine.arguments
let data = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
let unread = ["names", "docComment", "location", "functionSignature"]

func slim(_ value: Any) -> Any {
    switch value {
    case let object as [String: Any]:
        object.filter { !unread.contains($0.key) }.mapValues(slim)
    case let list as [Any]: list.map(slim)
    default: value
    }
}

guard var graph = slim(try JSONSerialization.jsonObject(with: data)) as? [String: Any] else {
    exit(1)
}
// Neither the machine nor the compiler that wrote it is of interest.
graph["metadata"] = nil
graph["module"] = (graph["module"] as? [String: Any])?.filter { $0.key == "name" }
let text = try JSONSerialization.data(
    withJSONObject: graph,
    options: [.sortedKeys, .withoutEscapingSlashes]
)
try text.write(to: URL(fileURLWithPath: arguments[2]))
