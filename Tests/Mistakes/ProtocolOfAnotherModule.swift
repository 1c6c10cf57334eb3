// warning: extension declares a conformance of imported type 'InterceptingClient' to imported protocol 'TextOutputStream'; this will not behave correctly if the owners of 'Interception' introduce this conformance in the future
// further error: method 'write' must be declared public because it matches a requirement in public protocol 'TextOutputStream'

// The protocol of another module: its owner does not know this library.
// swift-format-ignore-file: AvoidRetroactiveConformances, AllPublicDeclarationsHaveDocumentation

import Interception

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
