import ClientWrapping
import Foundation

// The program `wrap-client`.
let command = WrapCommand(
    print: { print($0) },
    complain: { FileHandle.standardError.write(Data("\($0)\n".utf8)) },
    read: { readLine() }
)
exit(command.run(Array(CommandLine.arguments.dropFirst())))
