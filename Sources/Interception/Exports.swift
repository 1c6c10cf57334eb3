@_exported public import GroupContext
