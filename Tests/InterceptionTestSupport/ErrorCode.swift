extension Error { var urlCode: URLError.Code? { (self as? URLError)?.code } }

extension (any Error)? { var urlCode: URLError.Code? { (self as? URLError)?.code } }
