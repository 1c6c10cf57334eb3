// error: cannot inherit from non-open class 'DispatchQueue' outside of its defining module

import Dispatch

final class ScriptedQueue: DispatchQueue, @unchecked Sendable {}
