import Foundation

/// A client with callbacks of every signature, each of which is called at once.
final class OddStation: Sendable {
    static let shared = OddStation()

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    func unannotated(success: ((Any?) -> Void)!, failure: (((any Error)?) -> Void)!) {
        success?(nil)
    }

    func list(success: @escaping ([String]) -> Void, failure: @escaping (NSError) -> Void) {
        failure(NSError(domain: "station", code: 7))
    }

    func typed(success: ((Int) -> Void)?, failure: ((NoSuchCity) -> Void)?) { success?(1) }

    func onMain(
        success: @escaping @MainActor (Int) -> Void,
        failure: (@MainActor (any Error) -> Void)?
    ) {
        DispatchQueue.main.async { success(1) }
    }

    func value(completion: @escaping (Int?, (any Error)?) -> Void) { completion(1, nil) }
    func result(completion: ((Result<String, NoSuchCity>) -> Void)?) {
        completion?(.failure(NoSuchCity()))
    }
    func nothing(completion: @escaping ((any Error)?) -> Void) { completion(nil) }

    func six(_ done: @escaping (Int, Int, String, Bool, Data?, (any Error)?) -> Void) {
        done(1, 2, "three", true, nil, NoSuchCity())
    }

    func ask(mayRetry: @escaping (Int) -> Bool, done: @escaping (Bool) -> Void) {
        done(mayRetry(1) && !mayRetry(2))
    }

    func coded(success: @escaping (Int, String) -> Void, failure: @escaping (Int, String) -> Void) {
        failure(404, "gone")
    }

    func mixed(success: @escaping (String) -> Void, failure: ((any Error) -> Void)?) {
        success("sun")
    }
}
