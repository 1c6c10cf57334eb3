// The modules that most tests need. A test file imports only its other modules.
@_exported public import Foundation
@_exported public import Interception
@_exported public import Testing

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
