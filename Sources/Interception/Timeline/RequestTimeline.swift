// Timeline: what happened in a group, recorded and drawn.

public import GroupContext

/// Records groups with everything in them, and draws what it has recorded.
///
/// Give one to the group whose time you want to understand; groups nested in it are recorded too:
///
/// ```swift
/// let timeline = RequestTimeline()
/// try await withRequestGroup("home page", options: .observer(timeline)) { await load() }
/// print(timeline.recording.text())
/// ```
///
/// A drawing of its ``recording`` shows for each request when it was issued, how long it waited for a slot, how long it
/// ran and how it ended, and marks the critical path: the requests that the last one to end had to
/// wait for. It may be made at any time; what is still running is drawn up to now.
///
/// Drawings show labels and how requests ended, never what an error carries.
///
/// As an observer of a ``RequestPipeline``, too, it records methods, hosts and status codes for ``TimelineRecording/otlp(_:)``.
public final class RequestTimeline: RequestGroupObserver, RequestGroupRecorder, RequestObserver {
    private let recorder: Locked<TimelineRecorder>
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Makes a timeline that has recorded nothing yet.
    ///
    /// - Parameter maximumRequests: how many requests and groups are kept. What comes beyond is only
    ///   counted, so that a timeline that is never thrown away does not grow for ever.
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

    /// Records what was sent and what came back.
    public func request(_ request: ObservedRequest, didFinishWith outcome: RequestOutcome) {
        // Of no group nothing else is recorded.
        guard request.identity.groupID != nil else { return }
        let exchange = HTTPExchange(request.request, outcome)
        recorder.withLock { $0.record(exchange, of: request.id) }
    }

    /// The requests and groups recorded so far, to be drawn, exported or read.
    public var recording: TimelineRecording {
        recorder.withLock { $0.recording(at: now()) }
    }
}
