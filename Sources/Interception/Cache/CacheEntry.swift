import Foundation

/// The metadata of a cached response: everything but its body.
struct CacheMetadata: Codable, Equatable {
    /// The version of the file format; a file of another version counts as a cache miss.
    static let format = 3

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
    var origin: ResponseOrigin
    var status: Int
    var headers: [String: String]
}

/// The contents of one file of the cache.
///
/// A file consists of the body, the metadata as JSON, and a footer: the length of the metadata, a checksum of all
/// preceding bytes, and a magic number. Any other content is a miss, because a crash or the disk may have damaged
/// the file. The body comes first, so that the body can be used without a copy.
struct CacheEntry: Equatable {
    static let magic = Array("RGCACHE\n".utf8)

    /// The number of bytes that `hasResponse` reads at the end of a file; metadata is rarely longer.
    static let maximumMetadataCount = 65_536

    /// The number of bytes of the metadata's length, the checksum and the magic number.
    static let footerCount = 4 + 8 + magic.count

    var metadata: CacheMetadata
    var body: Data

    init(metadata: CacheMetadata, body: Data) {
        self.metadata = metadata
        self.body = body
    }

    /// Reads a whole file; throws `corrupted` for a damaged or incomplete file, and `invalidMetadata` if the metadata
    /// cannot be decoded or has another format.
    init(parsing file: Data) throws(CacheMiss) {
        guard let footer = Footer(of: file), footer.checksum == Footer.checksum(of: file)
        else { throw CacheMiss(.corrupted) }
        metadata = try Self.metadata(in: file, footer)
        body = file.prefix(file.count - Self.footerCount - footer.metadataCount)
    }

    /// Reads the metadata from the end of a file without verifying the checksum; throws the same errors as
    /// `init(parsing:)`.
    static func metadata(parsing end: Data) throws(CacheMiss) -> CacheMetadata {
        guard let footer = Footer(of: end) else { throw CacheMiss(.corrupted) }
        return try metadata(in: end, footer)
    }

    private static func metadata(
        in file: Data,
        _ footer: Footer
    ) throws(CacheMiss) -> CacheMetadata {
        let json = file.dropLast(footerCount).suffix(footer.metadataCount)
        guard let metadata = try? JSONDecoder().decode(CacheMetadata.self, from: json),
            metadata.format == CacheMetadata.format
        else { throw CacheMiss(.invalidMetadata) }
        return metadata
    }

    func file() -> Data? {
        guard let metadata = try? JSONEncoder().encode(metadata),
            let length = UInt32(exactly: metadata.count)
        else { return nil }
        return Self.file(body, metadata, length)
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
