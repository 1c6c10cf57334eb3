// error: invalid conversion from throwing function of type '() throws -> ()' to non-throwing function type '() -> Void'

import Interception

func path() throws -> String { "feed" }

func load(network: InterceptingClient<NetworkTool>) {
    #if MISTAKE
    withRequestGroup("home page") {
        network.post(try path(), success: nil, failure: nil)
    } success: {
    } failure: { _ in
    }
    #else
    withRequestGroup("home page") {
        network.post(try path(), success: nil, failure: nil)
    } completion: { _ in
    }
    #endif
}
