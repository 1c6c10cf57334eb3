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
