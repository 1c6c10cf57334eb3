// One import for users: wrapping a client is of no use without the groups.
@_exported public import GroupContext
