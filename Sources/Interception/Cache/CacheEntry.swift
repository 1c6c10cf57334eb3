import Foundation

/// The metadata of a cached response: everything but its body.
struct CacheMetadata: Equatable {
    /// The version of the file format; a file of another version counts as a cache miss.
    static let format = 5

    var format = Self.format
    /// The digest of the request's key; a file with the digest of another request counts as a cache miss.
    var key: String
    /// The time of storing, in seconds since 2001, so that a `Date` is restored exactly.
    var date: Double
    var version: Int
    var appVersion: String
    var user: String?
    /// A digest of the request's header fields that `Vary` names.
    var variance: String?
    var responseURL: ResponseURL
    var status: Int
    var headers: [String: String]
}

// The metadata as texts with zeros between them. Decoding JSON would take most of a cache hit.
extension CacheMetadata {
    var texts: [String] {
        [
            "\(format)", key, "\(date)", "\(version)", appVersion, user ?? "", variance ?? "",
            responseURL.place ?? "", "\(responseURL.hasQueryOfRequest)", "\(status)",
        ] + headers.flatMap { [$0.key, $0.value] }
    }

    static func data(of texts: [String]) -> Data { Data(texts.joined(separator: "\0").utf8) }

    init?(decoding data: Data) {
        let texts = data.withUnsafeBytes { bytes in
            bytes.split(separator: 0, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
        }
        guard texts.count >= 10, texts.count.isMultiple(of: 2), texts[0] == "\(Self.format)",
            let date = Double(texts[2]), date.isFinite, let version = Int(texts[3]),
            let hasQueryOfRequest = Bool(texts[8]), let status = Int(texts[9])
        else { return nil }
        let optional = { (text: String) in text.isEmpty ? nil : text }
        self.init(
            key: texts[1],
            date: date,
            version: version,
            appVersion: texts[4],
            user: optional(texts[5]),
            variance: optional(texts[6]),
            responseURL: ResponseURL(
                place: optional(texts[7]),
                hasQueryOfRequest: hasQueryOfRequest
            ),
            status: status,
            headers: [:]
        )
        for index in stride(from: 10, to: texts.count, by: 2) {
            headers[texts[index]] = texts[index + 1]
        }
    }
}

/// The contents of one file of the cache.
///
/// A file consists of the body, the metadata, and a footer: the length of the metadata, a checksum of all
/// preceding bytes, and a magic number. Any other content is a miss, because a crash or the disk may have damaged
/// the file. The body comes first, so that the body can be used without a copy.
struct CacheEntry: Equatable {
    static let magic = Array("RGCACHE\n".utf8)

    /// The number of bytes that `hasResponse` reads at the end of a file; metadata is rarely longer.
    static let lookupByteCount = 65_536

    /// The number of bytes of the metadata's length, the checksum and the magic number.
    static let footerCount = 4 + 8 + magic.count

    var metadata: CacheMetadata
    var body: Data
}

extension CacheEntry {
    /// Reads a whole file; throws `corrupted` for a damaged file, `invalidMetadata` for metadata of another format.
    init(parsing file: Data) throws(CacheMiss) {
        guard let footer = Footer(of: file), footer.checksum == Footer.checksum(of: file)
        else { throw CacheMiss(.corrupted) }
        metadata = try Self.metadata(parsing: file)
        body = file.prefix(file.count - Self.footerCount - footer.metadataCount)
    }

    /// Reads the metadata at the end of a file; verifies no checksum, but throws the errors of `init(parsing:)`.
    static func metadata(parsing end: Data) throws(CacheMiss) -> CacheMetadata {
        guard let footer = Footer(of: end) else { throw CacheMiss(.corrupted) }
        let data = end.dropLast(footerCount).suffix(footer.metadataCount)
        if let metadata = CacheMetadata(decoding: data) { return metadata }
        throw CacheMiss(.invalidMetadata)
    }

    func file() -> Data? {
        let texts = metadata.texts
        guard metadata.date.isFinite, !texts.contains(where: { $0.utf8.contains(0) })
        else { return nil }
        let data = CacheMetadata.data(of: texts)
        return UInt32(exactly: data.count).map { Self.file(body, data, $0) }
    }

    static func file(_ body: Data, _ metadata: Data, _ length: UInt32) -> Data {
        var file = Data(capacity: body.count + metadata.count + footerCount)
        file.append(body)
        file.append(metadata)
        withUnsafeBytes(of: length.bigEndian) { file.append(contentsOf: $0) }
        let checksum = file.withUnsafeBytes { FileChecksum.checksum(of: $0) }
        withUnsafeBytes(of: checksum.bigEndian) { file.append(contentsOf: $0) }
        file.append(contentsOf: magic)
        return file
    }
}

private struct Footer {
    let metadataCount: Int
    let checksum: UInt64

    /// Reads the footer; `nil` if the file has no footer, or is too short for its metadata.
    init?(of file: Data) {
        guard file.count >= CacheEntry.footerCount,
            file.suffix(CacheEntry.magic.count).elementsEqual(CacheEntry.magic)
        else { return nil }
        let (length, checksum) = file.withUnsafeBytes { bytes in
            let footer = UnsafeRawBufferPointer(rebasing: bytes.suffix(CacheEntry.footerCount))
            return (
                footer.loadUnaligned(as: UInt32.self),
                footer.loadUnaligned(fromByteOffset: 4, as: UInt64.self)
            )
        }
        // Validate the length, because a damaged file may contain any number, and `Int` has 32 bits on some watches.
        guard let count = Int(exactly: UInt32(bigEndian: length)),
            count <= file.count - CacheEntry.footerCount
        else { return nil }
        metadataCount = count
        self.checksum = UInt64(bigEndian: checksum)
    }

    /// Returns the checksum of everything before the stored checksum: the body, the metadata and its length.
    static func checksum(of file: Data) -> UInt64 {
        let rest = CacheEntry.footerCount - 4
        return file.withUnsafeBytes { bytes in
            FileChecksum.checksum(of: UnsafeRawBufferPointer(rebasing: bytes.dropLast(rest)))
        }
    }
}
