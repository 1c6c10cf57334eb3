final class RequestLog: RequestObserver {
    private let steps: Journal<String>

    init(_ steps: Journal<String>) { self.steps = steps }
    func requestWillStart(_ request: RequestSnapshot) { steps.append("started \(request)") }

    func request(_ request: RequestSnapshot, didFinishWith outcome: RequestOutcome) {
        let result =
            switch outcome.result {
            case .success(let response): "\(response)"
            case .failure(let error as HTTPStatusError):
                "HTTPStatusError(statusCode: \(error.statusCode))"
            case .failure(let error): "\(type(of: error))"
            }
        steps.append("finished \(request): \(result), \(outcome.origin)")
    }
}
