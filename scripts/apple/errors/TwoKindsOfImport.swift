// error: module 'Foundation' is imported as 'public' from the same file; this 'internal' access level will be ignored
import Foundation
public import Foundation

public func isRemote(_ url: URL) -> Bool { !url.isFileURL }
