// Re-exports the modules of nearly every test, so that a test file has one import, and a file of this module none.
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import Interception
@_exported public import TestSupport
@_exported public import Testing

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
