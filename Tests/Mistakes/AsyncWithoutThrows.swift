// error: call can throw, but it is not marked with 'try' and the error is not handled

import Interception

extension InterceptingClient<NetworkTool> {
    func title() async -> String? {
        #if MISTAKE
        await intercept("title") { @concurrent in await base.title() }
        #else
        try? await intercept("title") { @concurrent in await base.title() }
        #endif
    }
}

extension NetworkTool {
    func title() async -> String { "" }
}
