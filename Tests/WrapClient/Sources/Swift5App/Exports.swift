// Re-exports the modules of every method, so that a file of methods imports nothing.
@_exported import Clients
@_exported import Foundation
@_exported import Interception
