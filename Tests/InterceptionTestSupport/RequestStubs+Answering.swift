extension RequestStubs {
    /// Creates stubs that answer every request, with these answers in order; the last answer repeats.
    convenience init(
        answering first: StubAnswer,
        _ others: StubAnswer...,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(clock: clock)
        answer(.url("*"), with: [first] + others)
    }
}
