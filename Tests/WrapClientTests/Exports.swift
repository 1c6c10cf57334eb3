// Re-exports the modules of nearly every test, so that a test file imports only the module that it tests.
@_exported import Foundation
@_exported import Testing
