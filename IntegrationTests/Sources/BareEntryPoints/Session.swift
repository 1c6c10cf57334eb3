#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// The session as everybody knows it.
public typealias Session = URLSession
