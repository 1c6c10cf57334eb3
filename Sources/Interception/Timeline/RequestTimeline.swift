public import GroupContext

/// An observer that records the requests and nested groups of a group, for drawings and exports.
///
/// Pass a timeline to a group whose time you want to understand. The timeline also records the nested groups:
///
/// ```swift
/// let timeline = RequestTimeline()
/// try await withRequestGroup("home page", options: .observer(timeline)) { await load() }
/// print(timeline.recording.text())
/// ```
///
/// A drawing of the ``recording`` shows when each request was issued, how long it waited for a permit, how long it
/// ran, and how it ended. The drawing marks the critical path: the sequence of requests that determined when the
/// group ended. A drawing may be made at any time and on any thread; it shows running requests up to that time.
///
/// Drawings show labels and outcomes, but no data of an error.
///
/// If the timeline is also an observer of a ``RequestPipeline``, it records methods, hosts and status codes for
/// ``TimelineRecording/otlp(service:attributes:maximumSpans:)``.
public final class RequestTimeline: RequestGroupObserver, RequestGroupRecorder, RequestObserver {
    private let recorder: Locked<TimelineRecorder>
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates an empty timeline.
    ///
    /// - Parameter maximumRequests: The maximum number of requests and groups to keep. Further requests and
    ///   groups are only counted, so that the timeline cannot grow for ever.
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
    public func request(_ request: RequestSnapshot, didFinishWith outcome: RequestOutcome) {
        // The timeline draws groups, so skip a request outside any group.
        guard request.identity.groupID != nil else { return }
        let exchange = HTTPExchange(request.request, outcome)
        recorder.withLock { $0.record(exchange, of: request.identity.id) }
    }

    /// The requests and groups that have been recorded so far.
    public var recording: TimelineRecording {
        recorder.withLock { $0.recording(at: now()) }
    }
}
