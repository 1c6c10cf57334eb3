#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// The bare session.
package typealias Session = URLSession
