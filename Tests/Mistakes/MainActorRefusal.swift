// error: converting function value of type '@MainActor @Sendable (any Error) -> Void' to '(any Error) -> Void' loses global actor 'MainActor'

import Interception

extension InterceptingClient<NetworkTool> {
    func load(_ path: String, failure: @escaping @MainActor (any Error) -> Void) {
        #if MISTAKE
        intercept("GET \(path)", onRefusal: failure) { call in
            base.put(path)
        }
        #else
        intercept("GET \(path)", onRefusal: .failure(onMain: failure)) { call in
            base.put(path)
            call.answer(nil) {}
        }
        #endif
    }
}
