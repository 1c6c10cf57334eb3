// Re-exports GroupContext, so that users import only Interception.
@_exported public import GroupContext
