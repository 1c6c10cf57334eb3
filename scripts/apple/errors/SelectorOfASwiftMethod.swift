// error: argument of '#selector' refers to instance method 'begin()' that is not exposed to Objective-C
import Foundation

final class Page: NSObject {
    func begin() {}
}

let begin = #selector(Page.begin)
