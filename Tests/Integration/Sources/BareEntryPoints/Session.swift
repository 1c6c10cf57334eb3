#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// The session as everybody knows it.
package typealias Session = URLSession
