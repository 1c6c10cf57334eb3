// error: overriding non-open instance method outside of its defining module
// error: cannot inherit from non-open class 'DispatchQueue' outside of its defining module
// warning: extension declares a conformance of imported type 'InterceptingClient' to imported protocol 'TextOutputStream'; this will not behave correctly if the owners of 'Interception' introduce this conformance in the future
// further error: method 'write' must be declared public because it matches a requirement in public protocol 'TextOutputStream'

// The protocol of another module: its owner does not know this library.
// swift-format-ignore-file: AvoidRetroactiveConformances, AllPublicDeclarationsHaveDocumentation

import Dispatch
import Foundation
import Interception

// Classes of the system stand for the client; on Linux they and their methods are not open.
#if MISTAKE
final class ScriptedFile: FileHandle, @unchecked Sendable {
    override func write(_ data: Data) {}
}

final class ScriptedQueue: DispatchQueue, @unchecked Sendable {}
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

#if MISTAKE
extension InterceptingClient: TextOutputStream where Base == any TextOutputStream {
    mutating func write(_ string: String) {
        var output = base
        intercept("write") { call in call.answer(nil) { output.write(string) } }
    }
}
#else
extension InterceptingClient: @retroactive TextOutputStream where Base == any TextOutputStream {
    public mutating func write(_ string: String) {
        var output = base
        intercept("write") { call in call.answer(nil) { output.write(string) } }
    }
}
#endif
