import Foundation

/// What is known of a cached response, beside its body.
struct CacheMetadata: Codable, Equatable {
    /// How this metadata is written; another number is a miss.
    static let format = 3

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
/// The file is the body, the metadata as JSON, and a footer: the length of the metadata, a checksum of all that comes
/// before, and a magic number. Any other file is a miss: a crash may have cut it off, or the disk may have damaged it.
/// The body comes first, so that it needs no copy.
struct CacheEntry: Equatable {
    static let magic = Array("RGCACHE\n".utf8)

    /// How many bytes at the end of a file are read for its metadata; header fields are seldom longer.
    static let maximumMetadataCount = 65_536

    /// The length of the metadata, the checksum and the magic number.
    static let footerCount = 4 + 8 + magic.count

    var metadata: CacheMetadata
    var body: Data

    init(metadata: CacheMetadata, body: Data) {
        self.metadata = metadata
        self.body = body
    }

    /// Reads a file.
    ///
    /// - Throws: `corrupted` if the file is no whole entry, `invalidMetadata` if only the metadata makes no sense.
    init(parsing file: Data) throws(CacheMiss) {
        guard let footer = Footer(of: file), footer.checksum == Footer.checksum(of: file)
        else { throw CacheMiss(.corrupted) }
        metadata = try Self.metadata(in: file, footer)
        body = file.prefix(file.count - Self.footerCount - footer.metadataCount)
    }

    /// Reads the metadata at the end of a file, without looking at the checksum.
    ///
    /// - Throws: `corrupted` if the metadata is not whole, `invalidMetadata` if it makes no sense.
    static func metadata(parsing end: Data) throws(CacheMiss) -> CacheMetadata {
        guard let footer = Footer(of: end) else { throw CacheMiss(.corrupted) }
        return try metadata(in: end, footer)
    }

    private static func metadata(in file: Data, _ footer: Footer) throws(CacheMiss) -> CacheMetadata
    {
        let json = file.dropLast(footerCount).suffix(footer.metadataCount)
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
        var file = Data(capacity: body.count + metadata.count + Self.footerCount)
        file.append(body)
        file.append(metadata)
        withUnsafeBytes(of: length.bigEndian) { file.append(contentsOf: $0) }
        let checksum = file.withUnsafeBytes { FileChecksum.checksum(of: $0) }
        withUnsafeBytes(of: checksum.bigEndian) { file.append(contentsOf: $0) }
        file.append(contentsOf: Self.magic)
        return file
    }
}

/// The end of a file of the cache.
private struct Footer {
    let metadataCount: Int
    let checksum: UInt64

    /// Reads the footer; `nil` if there is none, or if the file is shorter than its metadata.
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
        // The length is compared before anything is done with it. 32 bits may be too many for the `Int` of a watch.
        guard let count = Int(exactly: UInt32(bigEndian: length)),
            count <= file.count - CacheEntry.footerCount
        else { return nil }
        metadataCount = count
        self.checksum = UInt64(bigEndian: checksum)
    }

    /// Returns the checksum of what comes before the checksum.
    static func checksum(of file: Data) -> UInt64 {
        let rest = CacheEntry.footerCount - 4
        return file.withUnsafeBytes { bytes in
            FileChecksum.checksum(of: UnsafeRawBufferPointer(rebasing: bytes.dropLast(rest)))
        }
    }
}
