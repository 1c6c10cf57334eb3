public import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An object that sends services through a client; the client can be replaced without changing the callers.
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
/// - Each call ends once, with its response or an error. An error before the request reaches the client, such as a
///   missing parameter, is reported to the completion asynchronously, never inside `send`.
/// - If the client releases its completion without calling it, the call ends with a `LostCallbackError`, on the
///   thread of the release. The library retains the client's return value until the call has ended, so a return
///   value that retains the completion hides a lost completion.
/// - A call is one request of the current group: a ``RequestPlan`` that is labelled with the name of its service.
///   The call waits for a permit of the group, and is cancelled with the group. A response that cannot be
///   converted fails the call. The completion runs in the group. A cancelled call ends with a `CancellationError`,
///   except as ``RequestPlan`` describes.
/// - The limiter of the client applies to all of its requests, whether they come from services or not.
/// - The completion is called on the thread of the client's completion. At the deadline of its group, a call ends with
///   a `RequestTimeoutError` on a background thread. For a call that has not started, ``InterceptionSettings/queue``
///   determines the thread.
///
/// To test code that uses services, give the mediator a client of the test, or another base URL.
public final class ServiceMediator: Sendable {
    private struct Shared {
        var client: any RequestSender
        var baseURL: URL
        var services: [String: any ResponseTyped] = [:]
    }

    private let shared: Locked<Shared>
    let listeners = ServiceListeners()

    /// Creates a mediator without registered services.
    ///
    /// - Parameters:
    ///   - client: the client that sends the requests.
    ///   - baseURL: the URL to which the paths of the services are appended, with or without a final slash.
    public init(client: any RequestSender, baseURL: URL) {
        shared = Locked(Shared(client: client, baseURL: baseURL))
    }

    /// The client of later calls; replacing the client does not affect calls that have begun.
    public var client: any RequestSender {
        get { shared.withLock { $0.client } }
        set {
            // Release the old client after unlocking, because a deinit may run user code.
            _ = shared.withLock { exchange(&$0.client, with: newValue) }
        }
    }

    /// The URL to which later calls append the paths of their services.
    public var baseURL: URL {
        get { shared.withLock { $0.baseURL } }
        set { shared.withLock { $0.baseURL = newValue } }
    }
}

// MARK: - Registered services

extension ServiceMediator {
    /// Registers a service under its name, in place of a service of the same name.
    public func register<Response>(_ service: ServiceDefinition<Response>) {
        // Release the old service after unlocking, because releasing its closures may run user code.
        _ = shared.withLock { $0.services.updateValue(service, forKey: service.name) }
    }

    func registered<Response>(
        _ name: String,
        as type: Response.Type
    ) -> Result<ServiceDefinition<Response>, ServiceError> {
        guard let known = shared.withLock({ $0.services[name] }) else {
            return .failure(ServiceError(serviceName: name, reason: .unregistered))
        }
        guard let service = known as? ServiceDefinition<Response> else {
            let reason = ServiceError.Reason.wrongType(
                registered: known.responseType,
                requested: "\(Response.self)"
            )
            return .failure(ServiceError(serviceName: name, reason: reason))
        }
        return .success(service)
    }
}

private protocol ResponseTyped: Sendable {
    var responseType: String { get }
}

extension ServiceDefinition: ResponseTyped {
    fileprivate var responseType: String { "\(Response.self)" }
}

// MARK: - Sending

extension ServiceMediator {
    /// Sends a service, whether or not it is registered.
    ///
    /// - Parameters:
    ///   - service: the service to send.
    ///   - parameters: the parameters for the path, query or body: a dictionary or another `Encodable` value.
    ///     A fraction is sent with the precision of `Double`, so encode a `Decimal` of more than 15 digits as a string.
    ///   - completion: the closure that is called once with the response or an error. The error comes from the
    ///     client or from the conversion of the response, or names the service. ``ServiceMediator`` documents
    ///     the thread.
    /// - Returns: the call, to cancel it or to recognize it in a listener.
    @discardableResult
    public func send<Response: Sendable>(
        _ service: ServiceDefinition<Response>,
        parameters: any Encodable & Sendable = [:] as [String: String],
        completion: @escaping @Sendable (Result<Response, any Error>) -> Void
    ) -> ServiceCall {
        send(.success(service), called: service.name, parameters, in: PlanRun(client), completion)
    }

    /// Sends the service that is registered under a name.
    ///
    /// If no such service is registered, or if its response has another type, the call fails with an error that says
    /// so. Otherwise the method behaves as `send(_:parameters:completion:)` does with the service itself.
    @discardableResult
    public func send<Response: Sendable>(
        _ name: String,
        as type: Response.Type = Response.self,
        parameters: any Encodable & Sendable = [:] as [String: String],
        completion: @escaping @Sendable (Result<Response, any Error>) -> Void
    ) -> ServiceCall {
        send(registered(name, as: type), called: name, parameters, in: PlanRun(client), completion)
    }

    /// Sends a service, and notifies the listeners after the completion.
    @discardableResult
    func send<Response: Sendable>(
        _ service: Result<ServiceDefinition<Response>, ServiceError>,
        called name: String,
        _ parameters: any Encodable & Sendable,
        in run: PlanRun,
        _ completion: @escaping @Sendable (Result<Response, any Error>) -> Void = { _ in },
        left: @escaping @Sendable (Result<Response, any Error>) -> Void = { _ in }
    ) -> ServiceCall {
        let (call, plan) = makeCall(service, called: name, parameters, in: run)
        run.perform(plan) { [listeners] result in
            completion(result)
            listeners.notify(call, result.map { $0 as any Sendable })
        } left: {
            left($0)
        }
        return call
    }

    func makeCall<Response: Sendable>(
        _ service: Result<ServiceDefinition<Response>, ServiceError>,
        called name: String,
        _ parameters: any Encodable & Sendable,
        in run: PlanRun
    ) -> (call: ServiceCall, plan: RequestPlan<Response>) {
        let (client, baseURL) = shared.withLock { ($0.client, $0.baseURL) }
        let label = String(name.prefix { $0 != "?" })
        let step = PlanStep(.text(label), of: run, through: client)
        let request = Result<URLRequest, any Error> {
            try service.get().request(below: baseURL, parameters: parameters)
        }
        let plan = RequestPlan { step.issue(request, in: $0, through: client, $1) }
            .map { loaded in try service.get().makeResponse(loaded) }
        return (ServiceCall(serviceName: name, step: step), plan)
    }
}

// MARK: - Listening

extension ServiceMediator {
    /// Adds a listener for the calls that end from now on.
    ///
    /// The mediator does not retain the listener, so removing the listener is optional. Adding a listener again
    /// replaces its names. A listener without names receives the calls of all services.
    public func addListener(_ listener: any ServiceListener, for names: Set<String>? = nil) {
        listeners.add(listener, names: names)
    }

    /// Removes a listener; a call that is just ending may still notify the listener.
    public func removeListener(_ listener: any ServiceListener) { listeners.remove(listener) }
}
