// error: instance method cannot be marked '@objc' because the type of the parameter cannot be represented in Objective-C
import Foundation

final class Page: NSObject {
    @objc func load(_ size: (Int, Int)) {}
}
