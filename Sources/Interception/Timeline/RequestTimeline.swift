public import GroupContext

/// An observer that records groups with everything in them, for drawings and exports.
///
/// Pass a timeline to a group whose time you want to understand. It also records the nested groups:
///
/// ```swift
/// let timeline = RequestTimeline()
/// try await withRequestGroup("home page", options: .observer(timeline)) { await load() }
/// print(timeline.recording.text())
/// ```
///
/// A drawing of its ``recording`` shows for each request when it was issued, how long it waited for a permit,
/// how long it ran and how it ended. It marks the critical path: the requests for which the last request to
/// end had to wait. A drawing may be made at any time and on any thread; it shows running requests up to now.
///
/// Drawings show labels and outcomes, but no data of an error.
///
/// As an observer of a ``RequestPipeline``, too, it records methods, hosts and status codes for
/// ``TimelineRecording/otlp(service:attributes:)``.
public final class RequestTimeline: RequestGroupObserver, RequestGroupRecorder, RequestObserver {
    private let recorder: Locked<TimelineRecorder>
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Makes an empty timeline.
    ///
    /// - Parameter maximumRequests: The number of requests and groups to keep. Further ones are only counted,
    ///   so that a timeline with a long life does not grow for ever.
    public convenience init(maximumRequests: Int = 10_000) {
        self.init(maximumRequests: maximumRequests) { .now }
    }

    init(maximumRequests: Int, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        recorder = Locked(TimelineRecorder(maximum: maximumRequests))
        self.now = now
    }

    /// Records the event.
    public func observe(_ event: RequestGroupEvent) {
        recorder.withLock { $0.record(event) }
    }

    /// Records the HTTP request and its response.
    public func request(_ request: ObservedRequest, didFinishWith outcome: RequestOutcome) {
        // Requests outside any group are not recorded.
        guard request.identity.groupID != nil else { return }
        let exchange = HTTPExchange(request.request, outcome)
        recorder.withLock { $0.record(exchange, of: request.identity.id) }
    }

    /// The requests and groups that have been recorded so far.
    public var recording: TimelineRecording {
        recorder.withLock { $0.recording(at: now()) }
    }
}
