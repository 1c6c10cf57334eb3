import Interception
import Transcripts

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// The wrapped session.
package typealias Session = InterceptingClient<URLSession>

extension InterceptedTask: StartableTask {}
