import Foundation

/// What the station has gathered in twenty years: a method of each shape, of which each answers at once.
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

    func events(_ handler: @escaping (Event) -> Void) {
        handler(.half)
        handler(.end(nil))
    }

    func numbered(_ done: @escaping (Result<Int, any Error>) -> Void) -> Int {
        done(.success(1))
        return 42
    }

    func give(up id: Int) {}

    func send(_ reading: Reading) { reading.onSent?(1) }

    func title() async -> String { "station" }
    func temperature() async throws(NoSuchCity) -> Int { 21 }
    func lines(onLine: @escaping (String) -> Void, onEnd: @escaping ((any Error)?) -> Void) {
        onLine("rain")
        onEnd(nil)
    }
}

enum Event {
    case half
    case end((any Error)?)
}

/// A request that carries its callbacks.
final class Reading {
    var onSent: ((Int) -> Void)?
    var onProblem: ((any Error) -> Void)?
}

/// Static methods.
enum Almanac {
    static func moon(_ day: Int, completion: @escaping (Result<Data, any Error>) -> Void) {
        completion(.success(Data()))
    }
}

/// A client of closures.
struct Sensor {
    var read: @Sendable (@escaping (Double?, (any Error)?) -> Void) -> Void = { $0(1, nil) }
}

/// A protocol that the app knows its client by.
protocol Barometer {
    func pressure(success: @escaping (Double) -> Void, failure: @escaping (any Error) -> Void)
}

struct OldBarometer: Barometer {
    func pressure(success: @escaping (Double) -> Void, failure: @escaping (any Error) -> Void) {
        success(1013)
    }
}

/// A class that may be subclassed.
class Vane {
    func turn(done: @escaping ((any Error)?) -> Void) { done(nil) }
}
