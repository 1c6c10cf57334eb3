@testable import ClientWrapping

/// Properties that contain other clients, and errors beside the last value of a callback.
@Suite struct `Clients in properties and errors in unusual places` {
    private func run(_ names: String, hints: [String] = ["* = client"]) -> Recorded.Result {
        Recorded.wrap("LibraryClient", only: names, hints: hints)
    }

    @Test func `the summary names the other wrappers that the file uses`() {
        let errors = run("network,store").errors
        #expect(errors.contains("the file uses InterceptingNetworking"), "\(errors)")
        #expect(errors.contains("the file uses InterceptingStoring"), "\(errors)")
    }

    @Test func `an opaque client is wrapped by an initializer, and an existential by a method`() {
        let (_, output, errors) = run("store,anyStore")
        let wrapping =
            "base.store().map { InterceptingStoring($0, settings: interceptionSettings) }"
        #expect(output.contains(wrapping), "\(output)")
        #expect(output.contains("base.anyStore().intercepted(settings:"), "\(output)")
        #expect(errors.contains("2 written"), "\(errors)")
    }

    @Test func `a note says that an error passed to a progress callback counts as progress (V4)`() {
        let (_, output, errors) = run("pages")
        let note = "pages(onPage:completion:) counts an error in onPage as progress"
        #expect(output.contains(note), "\(output)")
        #expect(errors.contains("note: \(note), not as a failure"), "\(errors)")
    }

    @Test(arguments: [
        ("upload", "callback { _, error, errors in error ?? errors.values.first }"),
        ("importAll", "?? errors.first.map { _ in UnexplainedFailureError() } }"),
    ])
    func `a collection of errors needs a hint, and the proposed hint finds all errors`(
        _ name: String,
        hint: String
    ) {
        let errors = run(name, hints: []).errors
        #expect(errors.contains("completion has a collection of errors"), "\(errors)")
        #expect(errors.contains(hint), "\(errors)")
    }
}
