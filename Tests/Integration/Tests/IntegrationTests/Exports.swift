// Imports the modules of nearly every test, so that a test file imports only what is special to it.
@_exported public import Foundation
@_exported public import Interception
@_exported public import Testing

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
