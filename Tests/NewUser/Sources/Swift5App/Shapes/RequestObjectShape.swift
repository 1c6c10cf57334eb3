import Interception
@preconcurrency import OldKit

nonisolated extension InterceptingClient<Courier> {
    func start(_ parcel: Parcel) {
        intercept("parcel", onRefusal: .failure(parcel.onFailure)) { call in
            parcel.onSuccess = call.success(parcel.onSuccess)
            parcel.onFailure = call.failure(parcel.onFailure)
            base.start(parcel)
        }
    }

    func letter(_ fate: Fate) -> GroupedLetter {
        GroupedLetter(base: base.letter(fate), interceptionSettings: interceptionSettings)
    }
}

/// A builder: what it is told is kept, and handed over in the method that sends.
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
        intercept("letter", onRefusal: .failure(failure)) { call in
            var letter = base
            if let success = call.success(success) { letter = letter.onSuccess(success) }
            if let failure = call.failure(failure) { letter = letter.onFailure(failure) }
            letter.send()
        }
    }
}
