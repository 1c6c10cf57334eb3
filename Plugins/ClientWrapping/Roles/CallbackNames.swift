/// What the name of a callback says of it.
extension Callback {
    private var words: [String] { parameter.title.camelCaseWords + parameter.name.camelCaseWords }

    private func isCalled(_ stems: String...) -> Bool {
        words.contains { word in stems.contains { word.hasPrefix($0) } }
    }

    var soundsLikeSuccess: Bool { isCalled("success", "succe") && !soundsLikeFailure }

    var soundsLikeFailure: Bool { isCalled("fail", "error") }

    /// Whether the name says that the callback comes when the request has ended, in any way.
    var soundsLikeAnEnd: Bool { soundsLikeSuccess || soundsLikeFailure || soundsLikeEnd }

    var soundsLikeProgress: Bool { isCalled("progress", "updat") }

    /// Whether the name says that the callback comes whenever something happens.
    var soundsLikeListener: Bool {
        isCalled("listener", "observer", "subscriber")
            || words.first == "on"
                && isCalled("event", "change", "message", "update", "next", "value")
    }

    /// Whether the name says that the callback comes once.
    var soundsLikeOneAnswer: Bool {
        soundsLikeSuccess || soundsLikeFailure || isCalled("complet", "done", "finish")
    }

    var soundsLikeEnd: Bool {
        isCalled("complet", "done", "finish", "finally", "always", "ended", "callback")
    }
}

extension String {
    /// `onUploadProgress` is `on`, `upload`, `progress`.
    var camelCaseWords: [String] {
        var words: [String] = []
        for character in self {
            if character.isUppercase || words.isEmpty {
                words.append(character.lowercased())
            } else {
                words[words.count - 1].append(character)
            }
        }
        return words
    }
}
