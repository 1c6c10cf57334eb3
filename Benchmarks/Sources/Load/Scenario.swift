/// Very many requests, in one way.
struct Scenario: Sendable {
    let title: String
    /// What is counted, and how many of them there are for each hundred of a load.
    let unit: String
    let perHundred: Double
    /// Runs so many of them to the end.
    let run: @Sendable (_ count: Int, _ probe: Probe) -> Void

    init(
        _ title: String,
        unit: String = "requests",
        perHundred: Double = 100,
        run: @escaping @Sendable (_ count: Int, _ probe: Probe) -> Void
    ) {
        self.title = title
        self.unit = unit
        self.perHundred = perHundred
        self.run = run
    }

    /// How many of them a load has.
    func count(of load: Int) -> Int {
        max(1, Int(Double(load) * perHundred / 100))
    }
}
