// A client that nobody here has seen before, wrapped by asking what each part of a call is for.

// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

// snippet: unseen client
// All that we know of it.
final class Courier {
    func send(
        _ parcel: String,
        onProgress: ((Int, Int) -> Void)?,
        onAnswer: @escaping (Int, Data?) -> Void,
        onEnd: (() -> Void)?
    ) -> Ticket {
        Ticket()
    }
}
// end: unseen client

// snippet: unseen client, wrapper
extension InterceptingClient<Courier> {
    @discardableResult
    func send(
        _ parcel: String,
        onProgress: ((Int, Int) -> Void)?,
        onAnswer: @escaping (Int, Data?) -> Void,
        onEnd: (() -> Void)?
    ) -> Ticket {
        intercept("parcel \(parcel)", cancel: { $0.tearUp() }) { call in
            base.send(
                parcel,
                onProgress: call.repeating(onProgress),
                onAnswer: call.callback(onAnswer) { status, _ in
                    status < 400 ? nil : Refusal(status: status)
                },
                onEnd: call.finished(onEnd)
            )
        }
    }
}
// end: unseen client, wrapper

// snippet: unseen client, tried out
let courier = InterceptingClient(Courier())

let group = withRequestGroup("parcels") {
    courier.send("books", onProgress: nil, onAnswer: { _, _ in }, onEnd: nil)
    _ = courier.base.send("shoes", onProgress: nil, onAnswer: { _, _ in }, onEnd: nil)  // past it
} completion: { result in
    print(result)
}
print(group)  // names the books, and not the shoes
// end: unseen client, tried out

// MARK: - What the app had before

final class Ticket: Sendable {
    func tearUp() {}
}

struct Refusal: Error {
    let status: Int
}
