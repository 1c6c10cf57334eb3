/// A sender whose client cannot cancel requests and cannot report rejections.
struct UncancellableSender: RequestSender {
    let client: ManualClient
    var settings = InterceptionSettings()

    func send(_ request: URLRequest, completion: @escaping LoadCompletion) -> CancelHandle {
        InterceptingClient(client, settings: settings).get(
            request.path,
            success: { completion(.success(LoadedResponse(text: $0))) },
            failure: { completion(.failure($0)) }
        )
        return CancelHandle {}
    }
}
