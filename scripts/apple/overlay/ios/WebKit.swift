// Stub of the module WebKit, by its documented interface.
@_exported import UIKit

@MainActor open class WKNavigation: NSObject {}
@MainActor open class WKWebView: UIView {
  // Discardable, as is what every method of Objective-C returns.
  @discardableResult open func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? { fatalError() }
}
