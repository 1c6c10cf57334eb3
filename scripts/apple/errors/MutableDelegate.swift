// error: stored property 'count' of 'Sendable'-conforming class 'Delegate' is mutable
import Foundation

final class Delegate: NSObject, URLSessionDelegate {
    var count = 0
}
