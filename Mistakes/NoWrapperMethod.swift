// error: dynamic key path member lookup cannot refer to instance method 'put'

import Interception

func send(network: InterceptingClient<NetworkTool>) {
    network.put("feed")
}
