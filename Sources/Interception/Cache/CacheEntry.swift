import Foundation

/// What is known of a cached response, beside its body.
struct CacheMetadata: Codable, Equatable {
    /// How this metadata is written; another number is a miss.
    static let format = 2

    var format = Self.format
    /// The digest of the request, so that a file under the name of another is a miss.
    var key: String
    /// When the response was stored, in seconds since 2001, as `Date` counts: exact.
    var date: Double
    var version: Int
    var appVersion: String
    /// A digest of the user, or nobody.
    var user: String?
    /// A digest of the header fields of the request that `Vary` names.
    var variance: String?
    var origin: ResponseOrigin
    var status: Int
    var headers: [String: String]
}

/// The contents of one file of the cache.
///
/// The file is a magic number, the length of the metadata, the metadata as JSON, the body, and a
/// SHA-256 checksum of all that. Whatever else a file holds is a miss: it may have been cut off by a
/// crash, damaged by the disk, or written by somebody with bad intentions.
struct CacheEntry: Equatable {
    static let magic = Array("RGCACHE\n".utf8)

    /// How much of a file is read to know what it is; header fields are seldom longer.
    static let maximumMetadataCount = 65_536

    /// The magic number and the length.
    private static let headerCount = magic.count + 4

    var metadata: CacheMetadata
    var body: Data

    init(metadata: CacheMetadata, body: Data) {
        self.metadata = metadata
        self.body = body
    }

    /// Reads a file.
    ///
    /// - Throws: `corrupted` if it is no whole entry, `invalidMetadata` if only what it says makes
    ///   no sense.
    init(parsing file: Data) throws(CacheMiss) {
        let content = file.dropLast(Digest.byteCount)
        guard let metadataCount = Self.metadataCount(of: content),
            file.suffix(Digest.byteCount).elementsEqual(SHA256.digest(of: content).bytes)
        else { throw CacheMiss(.corrupted) }
        metadata = try Self.metadata(in: content, metadataCount)
        body = Data(content.dropFirst(Self.headerCount + metadataCount))
    }

    /// Reads what is known of a response from the beginning of its file, whose checksum nobody looks at.
    ///
    /// - Throws: `corrupted` if the metadata is not whole, `invalidMetadata` if what it says makes no
    ///   sense.
    static func metadata(parsing start: Data) throws(CacheMiss) -> CacheMetadata {
        guard let count = metadataCount(of: start) else { throw CacheMiss(.corrupted) }
        return try metadata(in: start, count)
    }

    /// How many bytes the metadata has, if the content has as many.
    private static func metadataCount(of content: Data) -> Int? {
        guard content.count >= headerCount, content.starts(with: magic) else { return nil }
        // What a length claims is compared before anything is done with it. 32 bits fit any `Int`
        // but that of a 32-bit watch, where they become negative or too large.
        let length = content.withUnsafeBytes { bytes in
            bytes.loadUnaligned(fromByteOffset: magic.count, as: UInt32.self)
        }
        guard let count = Int(exactly: UInt32(bigEndian: length)),
            count <= content.count - headerCount
        else { return nil }
        return count
    }

    private static func metadata(
        in content: Data,
        _ count: Int
    ) throws(CacheMiss) -> CacheMetadata {
        let json = Data(content.dropFirst(headerCount).prefix(count))
        guard let metadata = try? JSONDecoder().decode(CacheMetadata.self, from: json),
            metadata.format == CacheMetadata.format
        else { throw CacheMiss(.invalidMetadata) }
        return metadata
    }

    /// The entry as a file, or `nil` if its metadata has no such form.
    func file() -> Data? {
        guard let metadata = try? JSONEncoder().encode(metadata),
            let length = UInt32(exactly: metadata.count)
        else { return nil }
        var file = Data(capacity: Self.headerCount + metadata.count + body.count + Digest.byteCount)
        file.append(contentsOf: Self.magic)
        withUnsafeBytes(of: length.bigEndian) { file.append(contentsOf: $0) }
        file.append(metadata)
        file.append(body)
        file.append(contentsOf: SHA256.digest(of: file).bytes)
        return file
    }
}
