// An unmodified third-party library.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A client with other clients in its properties.
public final class Shop {
    public static let shared = Shop()

    public let orders = Orders()
    public let users = Users()
}

public final class Orders {
    public func list(_ fate: Fate, completion: @escaping ([String]?, (any Error)?) -> Void) {
        serve(fate, success: { completion(["book"], nil) }, failure: { completion(nil, $0) })
    }
}

public final class Users {
    public func find(
        _ fate: Fate,
        success: @escaping (String) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        serve(fate, success: { success("Ann") }, failure: failure)
    }
}

/// A client whose methods are closures.
public struct Sensor {
    public var read: (Fate, @escaping (Result<Double, any Error>) -> Void) -> Void

    public static let real = Sensor { fate, done in
        serve(fate, success: { done(.success(21)) }, failure: { done(.failure($0)) })
    }
}

/// A client with static methods.
public enum Almanac {
    public static func moon(_ fate: Fate, completion: @escaping (Result<String, any Error>) -> Void)
    {
        serve(
            fate,
            success: { completion(.success("full")) },
            failure: { completion(.failure($0)) }
        )
    }
}

/// A protocol as the public interface of a client.
public protocol Barometer {
    func pressure(
        _ fate: Fate,
        success: @escaping (Double) -> Void,
        failure: @escaping (any Error) -> Void
    )
}

public final class RealBarometer: Barometer {
    public init() {}

    public func pressure(
        _ fate: Fate,
        success: @escaping (Double) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        serve(fate, success: { success(1013) }, failure: failure)
    }
}

/// A client that is an open class.
open class Vane {
    public init() {}

    open func turn(_ fate: Fate, done: @escaping ((any Error)?) -> Void) {
        serve(fate, success: { done(nil) }, failure: done)
    }
}
