@testable import GroupContext
@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Displayed labels and names` {
    /// Characters that no displayed name may contain; line feeds are counted apart, because texts have lines.
    private static let harmful =
        "\u{1B}\u{7}\r\u{0}\u{7F}\u{85}\u{9B}\u{2028}\u{2029}\u{202E}\u{2066}\u{FEFF}"
    private static let name = "good\nFATAL\(harmful)end"

    @Test(arguments: ShownPlace.allCases)
    func `displayed texts contain no control characters (O3)`(place: ShownPlace) async throws {
        let texts = try await place.texts(naming: Self.name)
        let usual = try await place.texts(naming: "good end")
        try #require(!texts.isEmpty && texts.count == usual.count)
        for (text, usual) in zip(texts, usual) {
            let shown = text.debugDescription
            #expect(
                text.contains("good") && text.contains("end"),
                "\(place) hides the name: \(shown)"
            )
            let scalars = Set(text.unicodeScalars)
            #expect(scalars.isDisjoint(with: Self.harmful.unicodeScalars), "\(place): \(shown)")
            #expect(text.lineCount == usual.lineCount, "\(place): \(shown)")
        }
    }

    @Test func `errors and events contain labels and names unchanged (O3)`() async throws {
        let recorder = EventRecorder()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(Self.name, options: .observer(recorder)) { group in
                group.enter(Self.name)?.leave(throwing: ClientError("no"))
            }
        }
        #expect(error?.groupName == Self.name)
        #expect(error?.failures.map(\.label) == [Self.name])
        #expect(recorder.events.allSatisfy { $0.groupName == Self.name })
        #expect(recorder.events.compactMap(\.label) == [Self.name, Self.name])
    }

    @Test func `a failure has one line, even if its error's description has several`() {
        let inner = RequestFailure(label: "a", index: 0, error: ClientError("no"), reason: .failed)
        let error = RequestGroupError(
            code: .requestsFailed,
            groupName: "inner",
            failures: [inner, inner],
            progress: GroupProgress(finished: 2, failed: 2, total: 2)
        )
        #expect(error.description.lineCount == 3)
        let outer = RequestFailure(label: "b", index: 1, error: error, reason: .failed)
        #expect(outer.description.lineCount == 1)
        #expect(outer.description.hasPrefix("#1 b: Request group “inner”"))
    }
}

enum ShownPlace: CaseIterable {
    case group, groupError, failure, failureOfAnotherGroup, lostCallback, timeout
    case errorDomain
    case events, issuer, stall, identity
    case stray, unstubbed, delegateTask, stubbedFailure, outcome
    case serviceError, serviceCall, service
    case completionOrder, scriptError, script
    case envelopeError, envelopeCode
    case batchResults
    case timelineText, timelineSVG, timelineTrace, timelineOTLP, recording

    func texts(naming name: String) async throws -> [String] {
        switch self {
        case .group, .groupError, .failure, .failureOfAnotherGroup, .lostCallback, .timeout,
            .errorDomain:
            try groupTexts(name)
        case .events, .issuer, .stall, .identity: try await watchingTexts(name)
        case .timelineText, .timelineSVG, .timelineTrace, .timelineOTLP, .recording:
            timelineTexts(name)
        default: try requestTexts(name)
        }
    }

    private func groupTexts(_ name: String) throws -> [String] {
        switch self {
        case .group:
            let group = RequestGroup(opening: name, options: [])
            let membership = group.enter(name)
            let hold = group.hold("captured in " + name)
            defer {
                hold?.release()
                membership?.leave()
                group.close(bodyThrew: false)
            }
            return ["\(group)"]
        case .groupError: return Self.error(named: name).shown
        case .failure:
            return RequestFailure.Reason.all
                .flatMap { Self.failure(labelled: name, ClientError("no"), $0).shown }
        case .failureOfAnotherGroup:
            return Self.failure(labelled: "b", Self.error(named: name), .failed).shown
        case .lostCallback: return LostCallbackError(label: name).shown
        case .timeout: return RequestTimeoutError(label: name).shown
        default: return [summary(of: NSError(domain: name, code: 7))]
        }
    }

    private func watchingTexts(_ name: String) async throws -> [String] {
        let recorder = EventRecorder()
        _ = try? await withRequestGroup(name, options: .observer(recorder)) { group in
            var issued: Membership?
            group.enter(name)?.answer(nil) { issued = group.enter(name) }
            issued?.leave(throwing: ClientError("no"))
        }
        let issuer = try #require(recorder.events.compactMap(\.issuer).first)
        switch self {
        case .events: return recorder.events.map { "\($0)" }
        case .issuer: return ["\(issuer)"]
        case .identity:
            let group = RequestGroup(opening: name, options: [])
            defer { group.close(bodyThrew: false) }
            return ["\(RequestIdentity(of: RequestMetadata(), in: group))"]
        default:
            let outstanding = RequestGroupStall.Outstanding(
                label: name,
                age: .seconds(1),
                issuer: issuer,
                isWaitingForPermit: true
            )
            let counts = [1, 3]
            return ["\(outstanding)"]
                + counts.map { count in
                    let stall = RequestGroupStall(
                        groupName: name,
                        age: .seconds(1),
                        progress: GroupProgress(total: count),
                        isBodyRunning: false,
                        outstanding: Array(repeating: outstanding, count: count)
                    )
                    return "\(stall)"
                }
        }
    }

    private func requestTexts(_ name: String) throws -> [String] {
        let foreign = NSError(domain: name, code: 7)
        switch self {
        case .stray:
            return [UngroupedRequestReport.Reason.outsideAnyGroup, .lostHandle].map { reason in
                let open = [name, name]
                let stray = UngroupedRequestReport(
                    label: name,
                    reason: reason,
                    openGroups: open,
                    callStack: []
                )
                return "\(stray)"
            }
        case .unstubbed: return UnstubbedRequestError(label: name).shown
        case .delegateTask: return DelegateTaskError(.stub, label: name).shown
        case .stubbedFailure: return ["\(StubAnswer.failure(foreign))"]
        case .outcome: return ["\(RequestOutcome(result: .failure(foreign), origin: .network))"]
        case .serviceError:
            return ServiceError.Reason.all(naming: name)
                .flatMap { ServiceError(serviceName: name, reason: $0).shown }
                + [ServiceError.Reason.missingPathParameter(name), .unsuitableParameter(name)]
                .map { "\($0)" }
        case .service:
            let service = ServiceDefinition<Int>(name, method: name) { _ in 1 }
            return ["\(service)"]
        case .serviceCall:
            let sender = PathSender(client: ManualClient())
            let request = PlanStep(.text(name), of: PlanRun(sender), through: sender)
            return ["\(ServiceCall(serviceName: name, step: request))"]
        case .completionOrder:
            return CompletionOrderError(
                code: .bodyThrew,
                order: [name, name],
                orderCount: 1,
                underlying: foreign,
                outstanding: [name, name]
            ).shown
        case .scriptError:
            return ScriptedClientError(code: .noAnswer, label: name, outstanding: [name, name])
                .shown
        case .script:
            let client = ScriptedClient<String>()
            client.send(name) { (_: Result<String, any Error>) in }
            try client.answer(name, with: .success("ok"))
            return ["\(client)"]
        case .envelopeError:
            let reasons: [EnvelopeError.Reason] = [
                .missingField(name), .nullField(name), .duplicateField(name),
                .wrongType(field: name, expected: name), .rejected(.string(name), message: nil),
                .undecodablePayload(foreign),
            ]
            return reasons.flatMap { EnvelopeError(reason: $0, rawJSON: Data()).shown + ["\($0)"] }
        case .envelopeCode: return ["\(EnvelopeCode.string(name))"]
        default:
            return ["\(BatchResults<Int>(results: [.success(1), .failure(foreign)], error: nil))"]
        }
    }

    private func timelineTexts(_ name: String) -> [String] {
        var recording = TimelineRecording(takenAt: 100)
        let page = recording.open(name, from: 0, to: 100)
        let first = recording.add(name, to: page, from: 0, to: 50)
        recording.open(name, from: 10, to: 90, in: page, issuer: first)
        recording.add(name, to: page, from: 50, started: 75, to: 100, .failed, issuer: first)
        return switch self {
        case .timelineText: [recording.text(width: 160)]
        case .timelineSVG: [recording.svg()]
        case .timelineOTLP: recording.otlp()
        case .recording:
            ["\(recording)", "\(recording.groups[page])"]
                + recording.groups[page].requests.map { "\($0)" }
        default: [recording.traceEvents()]
        }
    }

    private static func failure(
        labelled label: String,
        _ error: any Error,
        _ reason: RequestFailure.Reason
    ) -> RequestFailure { RequestFailure(label: label, index: 0, error: error, reason: reason) }

    private static func error(named name: String) -> RequestGroupError {
        RequestGroupError(
            code: .requestsFailed,
            groupName: name,
            failures: [
                failure(labelled: name, ClientError("no"), .failed),
                failure(labelled: name, ClientError("no"), .cancelled),
            ],
            progress: GroupProgress(finished: 2, failed: 2, total: 2)
        )
    }
}

extension Error where Self: CustomStringConvertible & LocalizedError {
    fileprivate var shown: [String] {
        [description, localizedDescription]
            + (self is any DescribedInSummaries ? [summary(of: self)] : [])
    }
}

extension RequestFailure.Reason {
    fileprivate static let all: [Self] = [.failed, .lostCallback, .cancelled, .timedOut]
}

extension ServiceError.Reason {
    fileprivate static func all(naming name: String) -> [Self] {
        [
            .unregistered, .wrongType(registered: name, requested: name),
            .missingPathParameter(name), .unsuitableParameter(name), .unnamedParameters,
            .invalidURL,
        ]
    }
}

extension String {
    fileprivate var lineCount: Int { unicodeScalars.count { $0 == "\n" } + 1 }
}
