// A client whose method has three callbacks and a handle, wrapped and tested.

// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

final class Courier {
    func send(
        _ parcel: String,
        onProgress: ((Int, Int) -> Void)?,
        onAnswer: @escaping (Int, Data?) -> Void,
        onEnd: (() -> Void)?
    ) -> Ticket {
        Ticket(parcel, onProgress, onAnswer, onEnd)
    }
}

extension InterceptingClient<Courier> {
    @discardableResult
    func send(
        _ parcel: String,
        onProgress: ((Int, Int) -> Void)?,
        onAnswer: @escaping (Int, Data?) -> Void,
        onEnd: (() -> Void)?
    ) -> Ticket {
        intercept(
            "parcel \(parcel)",
            .progress(onProgress),
            .callback(onAnswer) { status, _ in status < 400 ? nil : BadStatus(status: status) },
            .finally(onEnd),
            cancel: { $0.tearUp() }
        ) {
            base.send(parcel, onProgress: $0, onAnswer: $1, onEnd: $2)
        }
    }
}

let courier = InterceptingClient(Courier())

let group = withRequestGroup("parcels") {
    courier.send("books", onProgress: nil, onAnswer: { _, _ in }, onEnd: nil)
    _ = courier.base.send("shoes", onProgress: nil, onAnswer: { _, _ in }, onEnd: nil)  // past it
} completion: { result in
    print(result)
}
print(group)  // names the books, and not the shoes

// MARK: - What the app had before

/// What the client returns, and where it answers in the end.
final class Ticket {
    // Safe: everything here happens on the main thread.
    nonisolated(unsafe) private static var all: [Ticket] = []

    private let onProgress: ((Int, Int) -> Void)?
    private let onAnswer: (Int, Data?) -> Void
    private let onEnd: (() -> Void)?

    init(
        _ parcel: String,
        _ onProgress: ((Int, Int) -> Void)?,
        _ onAnswer: @escaping (Int, Data?) -> Void,
        _ onEnd: (() -> Void)?
    ) {
        self.onProgress = onProgress
        self.onAnswer = onAnswer
        self.onEnd = onEnd
        Self.all.append(self)
    }

    func tearUp() {}

    static func answerAll(_ status: Int) {
        for ticket in all {
            ticket.onProgress?(1, 2)
            ticket.onProgress?(2, 2)
            ticket.onAnswer(status, nil)
            ticket.onEnd?()
        }
    }
}

struct BadStatus: Error {
    let status: Int
}

// MARK: - Tried out

precondition("\(group)" == "parcels: 0 of 1 finished, waiting for parcel books")
Ticket.answerAll(404)
precondition("\(group)" == "parcels: 1 of 1 finished, 1 failed")
precondition((group.failures.first?.error as? BadStatus)?.status == 404)
