// error: expected member name or initializer call after type name

import Interception

enum OldAPI {
    static func load(_ path: String) {}
}

func makeAPI() -> InterceptingClient<OldAPI.Type> {
    #if MISTAKE
    InterceptingClient(OldAPI)
    #else
    InterceptingClient(OldAPI.self)
    #endif
}
