// A property keeps the name of the type that it replaces.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Interception
@preconcurrency import OldKit

typealias BareDepot = OldKit.Depot

/// A screen whose property shadows the client's type with its wrapper.
@MainActor
final class DepotPage {
    func loadShared(_ fate: Fate, _ notes: Notes) {
        Depot.shared.order(fate) { result in
            MainActor.preconditionIsolated()
            notes.end(result)
        }
    }

    func loadStatic(_ fate: Fate, _ notes: Notes) {
        Depot.banner(fate) { @Sendable _, error in notes.end(error) }
    }
}

extension DepotPage {
    var Depot: InterceptingClient<BareDepot.Type> { InterceptingClient(BareDepot.self) }
}

/// Trials of the client that has grown for ten years.
@MainActor
func depotTrials() -> [Trial] {
    let partner = InterceptingClient(PartnerDepot())
    let page = DepotPage()
    return [
        Trial(shape: "callback on the main actor") { fate, notes in page.loadShared(fate, notes) },
        Trial(shape: "static method of a screen") { fate, notes in page.loadStatic(fate, notes) },
        Trial(shape: "inherited method") { fate, notes in
            partner.order(fate) { result in notes.end(result) }
        },
        Trial(shape: "method of a subclass") { fate, notes in
            partner.offers(
                fate,
                success: { @Sendable _ in notes.answer() },
                failure: { @Sendable _ in notes.problem() }
            )
        },
        Trial(shape: "answer of a retry") { fate, notes in
            // The first call is not the answer.
            partner.stock(fate) { @Sendable count, error in if count != 0 { notes.end(error) } }
        },
        Trial(shape: "notification") { fate, notes in
            let settings = GroupedSettings { notes.end($0) }
            if fate != .lost { notes.keep(settings) }
            settings.load(fate)
        },
    ]
}
