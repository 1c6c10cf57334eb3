// From a service layer with a task pool and delegates to services.

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct User: Decodable, Sendable {}
struct Order: Decodable, Sendable {}

// snippet: services
// Before, in Objective-C:
//
//     [self doService:SERVICE_USER params:@{ @"id": @7 }];
//     [self doService:SERVICE_ORDERS params:@{ @"id": @7 }];
//     // and one method for all answers:
//     - (void)serviceName:(NSString *)name response:(MGNetwokResponse *)response { … }

// After: a service has the type of its answer.
enum Services {
    static let user = ServiceDefinition<User>("user/info", envelope: company)
    static let orders = ServiceDefinition<[Order]>("user/orders", method: "POST", envelope: company)
}

// One mediator for the app. Its client is a session with at most five requests at once.
let mediator = ServiceMediator(
    client: InterceptingClient(
        URLSession.shared,
        settings: InterceptionSettings { $0.limiter = RequestLimiter(limit: 5) }
    ),
    baseURL: server
)

@MainActor
final class UserPage {
    func load() async {
        do {
            try await withRequestGroup("user page") {
                async let user = mediator.send(Services.user, parameters: ["id": 7])
                async let orders = mediator.send(Services.orders, parameters: ["id": 7])
                show(try await user, try await orders)
            }
        } catch {
            report(error)
        }
    }

    func show(_ user: User, _ orders: [Order]) {}
    func report(_ error: any Error) {}
}
// end: services

// snippet: services, by name
// The registration has the type of the answer.
mediator.register(Services.user)
mediator.send("user/info", as: User.self, parameters: ["id": 7]) { result in
    print(result)
}
// end: services, by name

// snippet: services, listener
// Listeners get the same answers. The mediator holds them weakly, so do not remove them.
final class UserCache: ServiceListener {
    func serviceCall(_ call: ServiceCall, didEndWith result: Result<any Sendable, any Error>) {
        if let user = try? result.get() as? User { keep(user) }
    }

    func keep(_ user: User) {}
}

let cache = UserCache()
mediator.addListener(cache, for: ["user/info"])
// end: services, listener

// snippet: envelope
// Before: MGJsonHandler, and in each callback
//
//     if (response.errorCode != ERRORCODE_NOERROR) { [self showError:response.errorMessage]; }

// After: once, for all services.
let company = ResponseEnvelope(
    codeKey: "isSuccess",
    messageKey: "errorMsg",
    successCodes: [.boolean(true)]
)

func explain(_ error: any Error) -> String {
    switch error {
    case let error as EnvelopeError where error.code != nil: error.message ?? "Try again later."
    case let error as EnvelopeError: "The server has a problem: \(error)."
    default: "You are offline."
    }
}
// end: envelope

// MARK: - The app without groups

let server = URL(filePath: "/dev/null")
