/// Asks the user on the terminal, for `--ask`, to choose a hint for each method that needs a hint.
struct Questions {
    let summary: Summary
    let print: (String) -> Void
    /// Reads a line; `nil` at the end of the input.
    let read: () -> String?

    /// Asks about the methods that are not in `asked`, and returns the hints that the user has chosen.
    func ask(but asked: inout Set<String>) -> [String] {
        var hints: [String] = []
        for question in summary.questions
        where asked.insert(summary.sentence(question)).inserted {
            let choices = question.hints.compactMap { summary.hint(question, $0) }
            // The user has to replace a placeholder, so a hint with a placeholder cannot be the default.
            let isDefault = choices.first?.contains("<the ") == false
            print("\n\(summary.sentence(question)).")
            for (position, choice) in choices.enumerated() { print("  \(position + 1)  \(choice)") }
            let number = isDefault ? "A number (return is 1)" : "A number"
            print("\(number), another part of a hint, such as forward, or - to decide later:")
            guard let hint = answer(question, choices, isDefault: isDefault) else { return hints }
            if !hint.isEmpty { hints.append(hint) }
        }
        return hints
    }

    /// Reads the chosen hint: an empty text if the user chooses none, `nil` at the end of the input.
    private func answer(_ question: Remark, _ choices: [String], isDefault: Bool) -> String? {
        while let line = read()?.trimmed {
            if line == "-" { return "" }
            let number = line.isEmpty && isDefault ? 1 : Int(line)
            let chosen = number.flatMap { choices.indices.contains($0 - 1) ? choices[$0 - 1] : nil }
            if let hint = chosen ?? (number == nil ? summary.hint(question, line) : nil) {
                do {
                    _ = try Hint.all(in: hint)
                    return hint
                } catch { print("\(error)") }
            }
            print("A number of the list, a part of a hint, or -:")
        }
        return nil
    }
}
