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
        let contentCount = file.count - Digest.byteCount
        guard contentCount >= Self.headerCount, file.starts(with: Self.magic) else {
            throw CacheMiss(.corrupted)
        }
        // What a length claims is compared before anything is done with it. 32 bits fit any `Int`
        // but that of a 32-bit watch, where they become negative or too large.
        let length = file.withUnsafeBytes { bytes in
            bytes.loadUnaligned(fromByteOffset: Self.magic.count, as: UInt32.self)
        }
        let content = file.prefix(contentCount)
        guard let metadataCount = Int(exactly: UInt32(bigEndian: length)),
            metadataCount <= contentCount - Self.headerCount,
            file.suffix(Digest.byteCount).elementsEqual(SHA256.digest(of: content).bytes)
        else {
            throw CacheMiss(.corrupted)
        }
        let metadata = content.dropFirst(Self.headerCount).prefix(metadataCount)
        do {
            self.metadata = try JSONDecoder().decode(CacheMetadata.self, from: Data(metadata))
        } catch {
            throw CacheMiss(.invalidMetadata)
        }
        guard self.metadata.format == CacheMetadata.format else {
            throw CacheMiss(.invalidMetadata)
        }
        body = Data(content.dropFirst(Self.headerCount + metadataCount))
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
