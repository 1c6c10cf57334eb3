// Asks the user on the terminal, for `--ask`, to choose a hint for each method that needs a hint.
extension WrapCommand {
    /// Asks about the methods that are not in `asked`, and returns the hints that the user has chosen.
    func ask(about file: WrapperFile, but asked: inout Set<String>) -> [String] {
        var hints: [String] = []
        for question in file.remarks
        where question.isQuestion && asked.insert(file.sentence(question)).inserted {
            let choices = question.hints.compactMap { file.hint(question, $0) }
            // The user has to replace a placeholder, so a hint with a placeholder cannot be the default.
            let isDefault = choices.first?.contains("<the ") == false
            print("\n\(file.sentence(question)).")
            for (position, choice) in choices.enumerated() { print("  \(position + 1)  \(choice)") }
            let number = isDefault ? "A number (return is 1)" : "A number"
            print("\(number), another part of a hint, such as forward, or - to decide later:")
            let hint = answer(choices, isDefault: isDefault) { file.hint(question, $0) }
            guard let hint else { return hints }
            if !hint.isEmpty { hints.append(hint) }
        }
        return hints
    }

    /// Reads the chosen hint: an empty text if the user chooses none, `nil` at the end of the input.
    func answer(_ choices: [String], isDefault: Bool, _ hint: (String) -> String?) -> String? {
        while let line = read()?.trimmed {
            if line == "-" { return "" }
            let number = line.isEmpty && isDefault ? 1 : Int(line)
            let chosen = number.flatMap { choices.indices.contains($0 - 1) ? choices[$0 - 1] : nil }
            if let hint = chosen ?? (number == nil ? hint(line) : nil) {
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
