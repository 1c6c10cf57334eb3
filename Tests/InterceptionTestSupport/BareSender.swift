/// A sender that uses an unwrapped client.
struct BareSender: RequestSender {
    let client: ManualClient
    /// The closure that cancels a request; its argument is the client's call, or `nil` if the client has answered it.
    var cancel: @Sendable (ManualCall?) -> Void = { _ in }

    func send(_ request: URLRequest, completion: @escaping LoadCompletion) -> CancelHandle {
        client.get(
            request.path,
            success: { completion(.success(LoadedResponse(text: $0))) },
            failure: { completion(.failure($0)) }
        )
        return CancelHandle { [client, cancel] in cancel(client.takeAll(request.path).first) }
    }
}
