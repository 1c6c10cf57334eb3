import Foundation

/// An error of the operating system.
struct SystemError: Error, Equatable {
    let number: Int32

    static var last: SystemError { SystemError(number: errno) }
}

/// The folder of a cache; each file in the folder is written completely or not at all.
///
/// Readers and writers of several processes need no lock. A file is written under a temporary name and then
/// renamed, so its final name refers to either the old or the new file. A reader that has opened a file can read
/// it to its end, even if the file is removed meanwhile.
struct CacheFolder: Sendable {
    /// The suffix of the names of entries; 64 hexadecimal digits precede it.
    static let entrySuffix = ".response"
    /// The suffix of the names of partial files, which are being written; hexadecimal digits precede it.
    static let partialSuffix = ".partial"

    static var newPartialName: String {
        String(UInt64.random(in: .min ... .max), radix: 16) + partialSuffix
    }

    private let path: String

    /// Creates a value for the folder `ResponseCache` in the directory; does not access the disk.
    init(in directory: URL) {
        path = directory.appendingPathComponent("ResponseCache", isDirectory: false).path
    }

    /// Opens the folder and denies other users access to it; throws if the folder does not exist, belongs to
    /// another user or is a symbolic link.
    func open() throws(SystemError) -> OpenFolder { try OpenFolder(path) }

    /// Reads a regular file of at most `limit` bytes, or only its last `maximumCount` bytes.
    ///
    /// - Throws: `absent`, `unreadable` or `corrupted`. A link, a folder and a file over the limit are
    ///   `corrupted`, as is a file that another user owns or may write.
    func read(
        _ name: String,
        limit: Int,
        maximumCount: Int = .max
    ) throws(CacheMiss) -> Data {
        let folder: OpenFolder
        do throws(SystemError) {
            folder = try open()
        } catch {
            throw CacheMiss(error.number == ENOENT ? .absent : .unreadable)
        }
        let file: Int32
        do throws(SystemError) {
            file = try folder.openFile(name)
        } catch {
            switch error.number {
            case ENOENT: throw CacheMiss(.absent)
            case ELOOP, EMLINK: throw CacheMiss(.corrupted)
            default: throw CacheMiss(.unreadable)
            }
        }
        defer { close(file) }

        var status = stat()
        guard fstat(file, &status) == 0 else { throw CacheMiss(.unreadable) }
        guard status.isRegularFile, status.isWrittenByUserAlone,
            let size = Int(exactly: status.st_size), size <= limit
        else { throw CacheMiss(.corrupted) }
        if size > maximumCount { lseek(file, off_t(size - maximumCount), SEEK_SET) }
        return try contents(of: file, min(size, maximumCount))
    }

    private func contents(of file: Int32, _ size: Int) throws(CacheMiss) -> Data {
        // Use `malloc`, because `Data(count:)` first fills the memory with zeros.
        guard let start = malloc(max(size, 1)) else { throw CacheMiss(.unreadable) }
        var count = 0
        while count < size {
            let result = Foundation.read(file, start + count, size - count)
            if result < 0, errno == EINTR { continue }
            guard result > 0 else {
                free(start)
                // If `read` returns 0, another process has truncated the file since `fstat` returned its size.
                throw CacheMiss(result == 0 ? .corrupted : .unreadable)
            }
            count += result
        }
        // Create the `Data` only after reading, because `Data` copies a small buffer, and frees the buffer at once.
        return Data(bytesNoCopy: start, count: size, deallocator: .free)
    }

    /// Replaces the file with that name completely, or leaves the file unchanged.
    func write(_ data: Data, as name: String) throws(SystemError) {
        let folder = try prepare()
        let partial = Self.newPartialName
        let file = try folder.createFile(partial)
        do {
            try write(data, to: file)
            try folder.rename(partial, to: name)
        } catch {
            folder.remove(partial)
            throw error
        }
    }

    /// Writes the data, and closes the file even after an error.
    private func write(_ data: Data, to file: Int32) throws(SystemError) {
        let failure: SystemError? = data.withUnsafeBytes { buffer in
            var count = 0
            while count < buffer.count, let start = buffer.baseAddress {
                let result = Foundation.write(file, start + count, buffer.count - count)
                if result < 0, errno == EINTR { continue }
                guard result > 0 else { return .last }
                count += result
            }
            return nil
        }
        // `fsync` is not needed, because after a power failure the checksum reveals an incomplete file.
        guard close(file) == 0 || failure != nil else { throw .last }
        if let failure { throw failure }
    }

    /// Creates the folder before each write, because systems may delete cache folders; gives access only to its owner.
    private func prepare() throws(SystemError) -> OpenFolder {
        var failure = mkdir(path, 0o700) == 0 ? nil : SystemError.last
        if failure?.number == ENOENT {
            let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
            try? FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            failure = mkdir(path, 0o700) == 0 ? nil : .last
        }
        if let failure, failure.number != EEXIST { throw failure }
        return try open()
    }

    func touch(_ name: String, date: Date) {
        try? open().setDate(date, of: name)
    }

    func remove(_ name: String) {
        try? open().remove(name)
    }
}

extension stat {
    var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }

    /// A Boolean value that indicates whether only the current user and the superuser can have written the file.
    var isWrittenByUserAlone: Bool { st_uid == geteuid() && st_mode & 0o022 == 0 }
}
