// Copies a symbol graph without the parts that wrap-client does not read, such as comments. Locations keep only the name
// of the file.
//
//     recorded IN OUT

import Foundation

let arguments = CommandLine.arguments
let data = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
let unread = ["names", "docComment", "character", "functionSignature"]

func slim(_ value: Any) -> Any {
    switch value {
    case let object as [String: Any]:
        object.filter { !unread.contains($0.key) }
            .reduce(into: [:]) { $0[$1.key] = $1.key == "uri" ? file($1.value) : slim($1.value) }
    case let list as [Any]: list.map(slim)
    default: value
    }
}

func file(_ uri: Any) -> Any {
    (uri as? String).flatMap { $0.split(separator: "/").last.map(String.init) } ?? uri
}

guard var graph = slim(try JSONSerialization.jsonObject(with: data)) as? [String: Any] else {
    exit(1)
}
// Remove the compiler and the platform.
graph["metadata"] = nil
graph["module"] = (graph["module"] as? [String: Any])?.filter { $0.key == "name" }
let text = try JSONSerialization.data(
    withJSONObject: graph,
    options: [.sortedKeys, .withoutEscapingSlashes]
)
try text.write(to: URL(fileURLWithPath: arguments[2]))
