import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// The session with its requests in groups.
package typealias Session = InterceptingClient<URLSession>
