import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// The session with its requests in groups.
public typealias Session = InterceptingClient<URLSession>
