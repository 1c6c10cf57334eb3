// error: cannot convert value of type 'InterceptingClient<NetworkTool>' to expected argument type 'NetworkTool'

import Interception

func configure(_ tool: NetworkTool) {}

func start(network: InterceptingClient<NetworkTool>) {
    #if MISTAKE
    configure(network)
    #else
    configure(network.base)
    #endif
}
