// Re-exports the modules of nearly every test, so that a test file imports at most the module that it tests.
@_exported import Dispatch
@_exported import Foundation
@_exported import TestSupport
