@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `SHA-256` {
    /// The examples of NIST, and texts whose lengths are at the end of a block: a text, its repetitions, the digest.
    static let vectors: [(String, Int, String)] = [
        ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("a", 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        ("a", 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
        ("a", 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ]

    @Test(arguments: vectors)
    func `SHA-256 digests equal known examples`(text: String, repetitions: Int, digest: String) {
        let data = Array(String(repeating: text, count: repetitions).utf8)
        #expect(SHA256(input: data).digest() == digest)
    }

    @Test func `the digest of separate fields differs from that of their joined bytes`() {
        func digest(_ fields: String...) -> String {
            var hash = SHA256()
            for field in fields { hash.update(field: field) }
            return hash.digest()
        }
        #expect(digest("ab", "c") != digest("a", "bc"))
        #expect(digest("abc") != digest("abc", ""))
        #expect(digest("abc") != SHA256(input: Array("abc".utf8)).digest())
    }
}
