// error: overriding non-open instance method outside of its defining module

// What stands for the client is a class of the system whose methods are not open on Linux.

import Foundation
import Interception

#if MISTAKE
final class ScriptedFile: FileHandle, @unchecked Sendable {
    override func write(_ data: Data) {}
}
#else
protocol File {
    func write(_ data: Data)
}

extension FileHandle: File {}

struct ScriptedFile: File {
    func write(_ data: Data) {}
}

extension InterceptingClient<any File> {
    func write(_ data: Data) { base.write(data) }
}
#endif
