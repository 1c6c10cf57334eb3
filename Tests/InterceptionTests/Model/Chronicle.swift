@testable import InterceptionTestSupport

/// A record of the calls of user code, of the client and of observers.
///
/// The library writes one record and the model another, and the two records are compared.
struct Chronicle: Equatable {
    /// A call, and the group that was current in it, if any.
    enum Call: Hashable {
        case started(Int, in: Int?)
        case callback(Int, error: String?, in: Int?)
        case returned(Int)
        case cancelled(Int)
        case completed(Int, Outcome, in: Int?)
    }

    /// The outcome of a group.
    enum Outcome: Hashable {
        case success
        case bodyThrew
        /// Requests were cancelled, and none failed.
        case cancelled
        case failed(String, [Failure])
    }

    struct Failure: Hashable {
        var label: String
        var index: Int
        var error: String
        var reason: RequestFailure.Reason
        var isOptional: Bool
    }

    /// An event that an observer receives.
    struct Notice: Equatable {
        var kind: RequestGroupEvent.Kind
        var label: String?
        var index: Int?
        var failure: Failure?
        var progress: GroupProgress
    }

    struct Channel: Hashable {
        /// The group whose observer is notified.
        var listener: Int
        /// The group of the event.
        var group: Int
    }

    /// The state of a group that users can read.
    struct GroupSnapshot: Equatable {
        var progress: GroupProgress
        var failures: [Failure]
        var outstanding: [String]
        var isCancelled: Bool
        var parent: String?
    }

    /// The calls of each group, or of none, in order; calls of different groups have no order.
    private(set) var calls: [Int?: [Call]] = [:]
    private(set) var notices: [Channel: [Notice]] = [:]
    /// The number of entries.
    private(set) var count = 0
    var snapshots: [Int: GroupSnapshot] = [:]
}

extension Chronicle {
    mutating func note(_ call: Call, of group: Int?) {
        calls[group, default: []].append(call)
        count += 1
    }

    mutating func note(_ notice: Notice, in channel: Channel) {
        notices[channel, default: []].append(notice)
        count += 1
    }
}

extension Chronicle.Failure {
    init(_ failure: RequestFailure) {
        self.init(
            label: failure.label,
            index: failure.index,
            error: name(of: failure.error),
            reason: failure.reason,
            isOptional: failure.isOptional
        )
    }
}

extension Chronicle.Outcome {
    init(_ result: Result<Void, any Error>) {
        switch result {
        case .success: self = .success
        case .failure(let error as RequestGroupError):
            self = .failed(error.code.description, error.failures.map(Chronicle.Failure.init))
        case .failure(is CancellationError): self = .cancelled
        case .failure: self = .bodyThrew
        }
    }
}

/// Returns the error as both records write it.
func name(of error: any Error) -> String {
    switch error {
    case let error as ClientError: error.reason
    case let error as LostCallbackError: "lost \(error.label)"
    case let error as RequestTimeoutError: "timeout of \(error.label)"
    case is CancellationError: "cancellation"
    default: "\(error)"
    }
}

extension Chronicle {
    /// Returns the first difference of the library from the model.
    func difference(from model: Chronicle) -> String? {
        for group in Set(calls.keys).union(model.calls.keys).sorted(by: { $0 ?? 0 < $1 ?? 0 }) {
            let text = Self.difference(calls[group] ?? [], model.calls[group] ?? [])
            if let text { return "calls of \(group.map { "g\($0)" } ?? "no group"): " + text }
        }
        for channel in Set(notices.keys).union(model.notices.keys).sorted(by: <) {
            let text = Self.difference(notices[channel] ?? [], model.notices[channel] ?? [])
            if let text {
                return "events of g\(channel.group), notified to g\(channel.listener): " + text
            }
        }
        for group in Set(snapshots.keys).union(model.snapshots.keys).sorted() {
            let text = Self.difference([snapshots[group]], [model.snapshots[group]])
            if let text { return "g\(group): " + text }
        }
        return nil
    }

    private static func difference<Entry: Equatable>(_ real: [Entry], _ model: [Entry]) -> String? {
        if real == model { return nil }
        let index = zip(real, model).prefix { $0 == $1 }.count
        func text(_ entries: [Entry]) -> String {
            index < entries.count ? shortText(entries[index]) : "nothing"
        }
        return "#\(index) is \(text(real)), should be \(text(model))"
    }
}

extension Chronicle.Channel: Comparable {
    static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.listener, lhs.group) < (rhs.listener, rhs.group)
    }
}
