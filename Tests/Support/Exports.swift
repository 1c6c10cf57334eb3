// Re-exports the modules of nearly every test, so that a test file has one import.
@_exported public import GroupContext
@_exported public import Testing
