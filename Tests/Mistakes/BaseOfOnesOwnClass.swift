// error: cannot find 'base' in scope

import Interception

final class Search: RequestIntercepting {
    func find(_ words: String, completion: @escaping (Result<Int, any Error>) -> Void) {
        #if MISTAKE
        intercept("find", .completion(completion)) { completion in base.send(words, completion) }
        #else
        intercept("find", .completion(completion)) { completion in self.send(words, completion) }
        #endif
    }

    private func send(_ words: String, _ completion: @escaping (Result<Int, any Error>) -> Void) {}
}
