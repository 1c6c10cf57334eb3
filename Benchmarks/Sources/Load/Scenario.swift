/// A scenario with very many requests.
struct Scenario: Sendable {
    let title: String
    /// The counted unit, and its number for each hundred of a load.
    let unit: String
    let perHundred: Double
    /// Runs this number of units to the end.
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

    /// Returns the number of units of a load.
    func count(of load: Int) -> Int {
        max(1, Int(Double(load) * perHundred / 100))
    }
}
