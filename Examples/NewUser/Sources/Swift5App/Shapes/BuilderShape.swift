import Interception
@preconcurrency import OldKit

nonisolated extension InterceptingClient<Courier> {
    func letter(_ fate: Fate) -> GroupedLetter {
        GroupedLetter(base: base.letter(fate), interceptionSettings: interceptionSettings)
    }
}

/// A wrapped builder, which stores the callbacks until the method that sends the request.
nonisolated struct GroupedLetter: RequestIntercepting {
    var base: Letter
    let interceptionSettings: InterceptionSettings
    private var success: ((String) -> Void)?
    private var failure: ((any Error) -> Void)?

    init(base: Letter, interceptionSettings: InterceptionSettings) {
        self.base = base
        self.interceptionSettings = interceptionSettings
    }

    func stamped(_ count: Int) -> GroupedLetter {
        var letter = self
        letter.base = base.stamped(count)
        return letter
    }

    func onSuccess(_ callback: @escaping (String) -> Void) -> GroupedLetter {
        var letter = self
        letter.success = callback
        return letter
    }

    func onFailure(_ callback: @escaping (any Error) -> Void) -> GroupedLetter {
        var letter = self
        letter.failure = callback
        return letter
    }

    func send() {
        intercept("letter", .success(success), .failure(failure)) { success, failure in
            var letter = base
            if let success { letter = letter.onSuccess(success) }
            if let failure { letter = letter.onFailure(failure) }
            letter.send()
        }
    }
}
