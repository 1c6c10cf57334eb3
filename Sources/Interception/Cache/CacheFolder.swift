import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// An error number of the system.
struct SystemError: Error, Equatable {
    let number: Int32

    /// The error of the call that has just failed.
    static var last: SystemError { SystemError(number: errno) }
}

/// The files of a cache: whole ones, or none.
///
/// Readers and writers of any number of processes need no lock: a file is written under a name of
/// its own and then renamed, so a name stands for the old file or for the new one, and whoever has
/// opened a file that is removed meanwhile reads it to its end.
struct CacheFolder: Sendable {
    /// What the names of entries end with; the rest is 64 hexadecimal digits.
    static let entrySuffix = ".response"
    /// What the names of files end with that are being written; the rest is hexadecimal digits.
    static let partialSuffix = ".partial"

    /// A name that nothing in the folder has yet.
    static var newPartialName: String {
        String(UInt64.random(in: .min ... .max), radix: 16) + partialSuffix
    }

    private let path: String

    /// A folder of our own in a folder of the user, who may keep other files there.
    init(in directory: URL) {
        path = directory.appendingPathComponent("ResponseCache", isDirectory: false).path
    }

    /// Opens the folder, if it exists, belongs to the current user and is no link, and closes it to other users.
    func open() throws(SystemError) -> OpenFolder { try OpenFolder(path) }

    /// Reads a file, if it is one.
    ///
    /// - Parameters:
    ///   - name: what the file is called.
    ///   - limit: how many bytes it may have.
    ///   - maximumCount: how many bytes to read at most, from its end.
    /// - Returns: its bytes.
    /// - Throws: `absent`, `corrupted` for what is no file, for a link, for a file over the limit and for a file that
    ///   another user has or may write, or `unreadable`.
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
        // Not `Data(count:)`, which fills the memory with zeros.
        guard let start = malloc(max(size, 1)) else { throw CacheMiss(.unreadable) }
        var count = 0
        while count < size {
            let result = Foundation.read(file, start + count, size - count)
            if result < 0, errno == EINTR { continue }
            guard result > 0 else {
                free(start)
                // A file that ends too early was shortened meanwhile.
                throw CacheMiss(result == 0 ? .corrupted : .unreadable)
            }
            count += result
        }
        // Not before the bytes are read: `Data` copies a few bytes, and frees the memory at once.
        return Data(bytesNoCopy: start, count: size, deallocator: .free)
    }

    /// Writes a file in place of what has the name, all of it or nothing.
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

    /// Writes all and closes the file, in any case.
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
        // There is no `fsync`: after a power failure the checksum tells what did not get through.
        guard close(file) == 0 || failure != nil else { throw .last }
        if let failure { throw failure }
    }

    /// Makes the folder, which only its owner may enter.
    ///
    /// Before every file: systems empty the folders for caches whenever they like.
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

    /// Notes that an entry was used; if it is gone, there is nothing to note.
    func touch(_ name: String, date: Date) {
        try? open().setDate(date, of: name)
    }

    /// Removes a file, a link or a folder with everything in it, if there is one.
    func remove(_ name: String) {
        try? open().remove(name)
    }
}

extension stat {
    var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }

    /// Whether nobody but the current user and the superuser can have written the file.
    var isWrittenByUserAlone: Bool { st_uid == geteuid() && st_mode & 0o022 == 0 }
}
