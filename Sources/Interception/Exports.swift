// Re-exports GroupContext, so that users write one import.
@_exported public import GroupContext
