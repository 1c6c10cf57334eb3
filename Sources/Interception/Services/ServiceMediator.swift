// Services: requests that are called by a name.

public import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends services through a wrapped client, which can be replaced without touching a caller.
///
/// ```swift
/// let mediator = ServiceMediator(client: network, baseURL: server)
///
/// mediator.send(Services.user, parameters: ["id": 7]) { result in
///     if case .success(let user) = result { show(user) }
/// }
///
/// let users = try await mediator.send(Services.search, parameters: ["name": "Ann"])
/// ```
///
/// - Every call ends once: with its own response, or with an error. An error before the request
///   reaches the client, such as a parameter that is missing, comes through the completion too,
///   after `send` has returned. A completion that the client has dropped ends the call with a
///   `LostCallbackError`, on the thread that dropped it.
/// - What the client returned for the request is kept until the call has ended. It must not keep the
///   completion, or a completion that was dropped goes unnoticed.
/// - A call is a ``RequestPlan`` that is called as its service: one member of the current request group.
///   It waits for the group's limit, is cancelled with the group, and fails in it if its response is
///   no good. Its completion runs in the group. A call that is cancelled ends with a `CancellationError`.
/// - The limiter of the client holds for all services together, and for whatever else goes
///   through the client.
/// - The completion is called on the thread of the client's completion. At the deadline of its
///   group a call ends with a `RequestTimeoutError`, on the thread of the deadline.
///
/// To test what uses services, hand the mediator a client of the test's own, or another base URL.
public final class ServiceMediator: Sendable {
    private struct Shared {
        var client: any RequestSender
        var baseURL: URL
        var services: [String: any Sendable] = [:]
    }

    private let shared: Locked<Shared>
    let listeners = ServiceListeners()

    /// Makes a mediator without registered services.
    ///
    /// - Parameters:
    ///   - client: what sends the requests.
    ///   - baseURL: what the paths of the services are below, with or without a slash at its end.
    public init(client: any RequestSender, baseURL: URL) {
        shared = Locked(Shared(client: client, baseURL: baseURL))
    }

    /// What sends the requests from now on; those on their way end with the client they began with.
    public var client: any RequestSender {
        get { shared.withLock { $0.client } }
        set {
            // The old one is released outside the lock: it may be its last reference.
            let old = shared.withLock { shared in
                defer { shared.client = newValue }
                return shared.client
            }
            withExtendedLifetime(old) {}
        }
    }

    /// What the paths of the services are below from now on.
    public var baseURL: URL {
        get { shared.withLock { $0.baseURL } }
        set { shared.withLock { $0.baseURL = newValue } }
    }
}

// MARK: - Services by their names

extension ServiceMediator {
    /// Lets the service be sent by its name; one of the same name is replaced.
    public func register<Response>(_ service: ServiceDefinition<Response>) {
        let old = shared.withLock { $0.services.updateValue(service, forKey: service.name) }
        // Released outside the lock: its closures may hold the last reference to anything.
        withExtendedLifetime(old) {}
    }

    func registered<Response>(
        _ name: String,
        as type: Response.Type
    ) throws(ServiceError) -> ServiceDefinition<Response> {
        guard let any = shared.withLock({ $0.services[name] }) else {
            throw ServiceError(serviceName: name, reason: .unregistered)
        }
        guard let service = any as? ServiceDefinition<Response> else {
            let registered = (any as? any ResponseTyped)?.responseType ?? "another type"
            let reason = ServiceError.Reason.wrongType(
                registered: registered,
                requested: "\(Response.self)"
            )
            throw ServiceError(serviceName: name, reason: reason)
        }
        return service
    }
}

/// A service, whatever it answers with.
private protocol ResponseTyped {
    var responseType: String { get }
}

extension ServiceDefinition: ResponseTyped {
    fileprivate var responseType: String { "\(Response.self)" }
}

// MARK: - Sending

extension ServiceMediator {
    /// Sends a service, registered or not.
    ///
    /// - Parameters:
    ///   - service: what to send.
    ///   - parameters: what its path, query or body is made of.
    ///   - completion: called once, with the response or the error: of the client, of what makes
    ///     the response, or ``ServiceError``; see ``ServiceMediator`` for where.
    /// - Returns: the call, to cancel it or to know it again in a listener.
    @discardableResult
    public func send<Response: Sendable>(
        _ service: ServiceDefinition<Response>,
        parameters: ServiceParameter = [:],
        completion: @escaping @Sendable (Result<Response, any Error>) -> Void
    ) -> ServiceCall {
        send(.success(service), called: service.name, parameters, completion)
    }

    /// Sends the service that is registered with the name.
    ///
    /// - Parameters:
    ///   - name: the name of the service.
    ///   - type: what the service answers with.
    ///   - parameters: what its path, query or body is made of.
    ///   - completion: called once, with the response or the error; with a ``ServiceError`` if no
    ///     such service is registered or if it answers with another type.
    /// - Returns: the call, to cancel it or to know it again in a listener.
    @discardableResult
    public func send<Response: Sendable>(
        _ name: String,
        as type: Response.Type = Response.self,
        parameters: ServiceParameter = [:],
        completion: @escaping @Sendable (Result<Response, any Error>) -> Void
    ) -> ServiceCall {
        let service = Result { () throws(ServiceError) in try registered(name, as: type) }
        return send(service, called: name, parameters, completion)
    }

    private func send<Response: Sendable>(
        _ service: Result<ServiceDefinition<Response>, ServiceError>,
        called name: String,
        _ parameters: ServiceParameter,
        _ completion: @escaping @Sendable (Result<Response, any Error>) -> Void
    ) -> ServiceCall {
        send(service, called: name, parameters, in: PlanRun(client), completion: completion)
    }

    /// Sends a service, and tells the listeners of its end after the completion.
    @discardableResult
    func send<Response: Sendable>(
        _ service: Result<ServiceDefinition<Response>, ServiceError>,
        called name: String,
        _ parameters: ServiceParameter,
        in run: PlanRun,
        completion: @escaping @Sendable (Result<Response, any Error>) -> Void,
        left: @escaping @Sendable (Result<Response, any Error>) -> Void = { _ in }
    ) -> ServiceCall {
        let (call, plan) = begin(service, called: name, parameters, in: run)
        run.perform(plan) { [listeners] result in
            completion(result)
            listeners.tell(call, result.map { $0 as any Sendable })
        } left: {
            left($0)
        }
        return call
    }

    /// A call, and what sends it once.
    func begin<Response: Sendable>(
        _ service: Result<ServiceDefinition<Response>, ServiceError>,
        called name: String,
        _ parameters: ServiceParameter,
        in run: PlanRun
    ) -> (call: ServiceCall, plan: RequestPlan<Response>) {
        let (client, baseURL) = target
        let label = String(name.prefix { $0 != "?" })
        let planned = PlannedRequest(label, of: run, through: client)
        let request = Result<URLRequest, any Error> {
            try service.get().request(below: baseURL, parameters: parameters)
        }
        let plan = RequestPlan { _, finish in planned.issue(request, finish) }
            .map { loaded in try service.get().makeResponse(loaded) }
        return (ServiceCall(serviceName: name, request: planned), plan)
    }

    /// Where requests go from now on.
    private var target: (client: any RequestSender, baseURL: URL) {
        shared.withLock { ($0.client, $0.baseURL) }
    }
}

// MARK: - Listening

extension ServiceMediator {
    /// Tells the listener of the end of every call from now on, as long as it lives: it is held
    /// weakly, and need not be removed.
    ///
    /// - Parameters:
    ///   - listener: who is told; one that is added again is told once all the same.
    ///   - names: the services whose calls it is told of; of all by default.
    public func addListener(_ listener: any ServiceListener, for names: Set<String>? = nil) {
        listeners.add(listener, names: names)
    }

    /// Tells the listener of no call any more; one that ends at the moment may still reach it.
    public func removeListener(_ listener: any ServiceListener) {
        listeners.remove(listener)
    }
}
