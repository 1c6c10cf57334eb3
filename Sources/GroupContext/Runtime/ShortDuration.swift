// Durations as short texts.
extension Duration {
    /// The duration with a suitable unit; see `short(nanoseconds:)`.
    package var short: String {
        let (seconds, attoseconds) = components
        return Self.short(nanoseconds: Double(seconds) * 1e9 + Double(attoseconds) / 1e9)
    }

    /// Returns the duration with a suitable unit, such as `310 ms`; below 1,000 s, with at most three digits.
    package static func short(nanoseconds: Double) -> String {
        // Clamped, because the clock of a test may be advanced to the end of time, which no 64-bit integer can contain.
        let milliseconds = min(max(nanoseconds / 1e6, -1e17), 1e17)
        return switch milliseconds {
        case ..<9.95: "\(decimal(milliseconds, digits: 1)) ms"
        case ..<999.5: "\(Int64(milliseconds.rounded())) ms"
        case ..<9_995: "\(decimal(milliseconds / 1e3, digits: 2)) s"
        case ..<99_950: "\(decimal(milliseconds / 1e3, digits: 1)) s"
        default: "\(Int64((milliseconds / 1e3).rounded())) s"
        }
    }

    package static func decimal(_ number: Double, digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((number * Double(scale)).rounded())
        let fraction = String(abs(scaled) % scale)
        let zeros = String(repeating: "0", count: digits - fraction.utf8.count)
        return (scaled < 0 ? "-" : "") + String(abs(scaled) / scale) + "." + zeros + fraction
    }
}
