// Stub of the module UIKit, by its documented interface.
@_exported import Foundation

@MainActor open class UIView: NSObject {
  nonisolated public override init() { super.init() }
}
