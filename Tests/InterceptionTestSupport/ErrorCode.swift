import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Error {
    /// The code of an error of a session, if it is one.
    var urlCode: URLError.Code? { (self as? URLError)?.code }
}

extension (any Error)? {
    /// The code of an error of a session, if it is one.
    var urlCode: URLError.Code? { (self as? URLError)?.code }
}
