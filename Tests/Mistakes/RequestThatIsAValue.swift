// error: cannot assign to property: 'letter' is a 'let' constant

import Interception

struct Letter {
    var onSuccess: ((Int) -> Void)?
}

extension InterceptingClient<NetworkTool> {
    func send(_ letter: Letter) {
        intercept("letter") { call in
            #if !MISTAKE
            var letter = letter
            #endif
            letter.onSuccess = call.wrap(.success(letter.onSuccess))
            base.send(letter)
        }
    }
}

extension NetworkTool {
    func send(_ letter: Letter) {}
}
