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
    /// What the names of files end with that are being written.
    static let partialSuffix = ".partial"

    let path: String

    /// A folder of our own in a folder of the user, who may keep other files there.
    init(in directory: URL) {
        path = directory.appendingPathComponent("ResponseCache", isDirectory: true).path
    }

    func path(of name: String) -> String { "\(path)/\(name)" }

    /// Reads a file, if it is one.
    ///
    /// - Throws: `absent`, `corrupted` for what is no file, for a link and for a file over the
    ///   limit, or `unreadable`.
    func read(_ name: String, limit: Int) throws(CacheMiss) -> Data {
        // A link is not followed, and a pipe does not wait for a writer.
        let file = open(path(of: name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else {
            switch errno {
            case ENOENT: throw CacheMiss(.absent)
            case ELOOP, EMLINK: throw CacheMiss(.corrupted)
            default: throw CacheMiss(.unreadable)
            }
        }
        defer { close(file) }

        var status = stat()
        guard fstat(file, &status) == 0 else { throw CacheMiss(.unreadable) }
        guard status.isRegularFile, let size = Int(exactly: status.st_size), size <= limit else {
            throw CacheMiss(.corrupted)
        }
        return try contents(of: file, size)
    }

    private func contents(of file: Int32, _ size: Int) throws(CacheMiss) -> Data {
        var data = Data(count: size)
        let (count, isReadable) = data.withUnsafeMutableBytes { buffer in
            var count = 0
            while count < buffer.count, let start = buffer.baseAddress {
                let result = Foundation.read(file, start + count, buffer.count - count)
                if result < 0, errno == EINTR { continue }
                guard result > 0 else { return (count, result == 0) }
                count += result
            }
            return (count, true)
        }
        guard isReadable else { throw CacheMiss(.unreadable) }
        // Somebody has cut it off since its size was asked for.
        guard count == size else { throw CacheMiss(.corrupted) }
        return data
    }

    /// Writes a file in place of what has the name, all of it or nothing.
    func write(_ data: Data, as name: String) throws(SystemError) {
        try prepare()
        let partial = path(
            of: String(UInt64.random(in: .min ... .max), radix: 16) + Self.partialSuffix
        )
        let file = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .last }
        do {
            try write(data, to: file)
            try put(partial, inPlaceOf: path(of: name))
        } catch {
            unlink(partial)
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

    private func put(_ partial: String, inPlaceOf path: String) throws(SystemError) {
        if rename(partial, path) == 0 { return }
        // Nobody but us puts anything here, yet a folder would block the slot for ever.
        guard errno == EISDIR || errno == EEXIST, rmdir(path) == 0, rename(partial, path) == 0
        else { throw .last }
    }

    /// Makes the folder, which only its owner may enter.
    ///
    /// Before every file: systems empty the folders for caches whenever they like.
    private func prepare() throws(SystemError) {
        if mkdir(path, 0o700) == 0 { return }
        if errno == ENOENT {
            let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
            try? FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            if mkdir(path, 0o700) == 0 { return }
        }
        guard errno == EEXIST else { throw .last }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .last }
        guard status.isDirectory else { throw SystemError(number: ENOTDIR) }
        guard status.st_mode & 0o777 == 0o700 || chmod(path, 0o700) == 0 else { throw .last }
    }

    /// Notes that an entry was used; if it is gone, there is nothing to note.
    func touch(_ name: String, date: Date) {
        let times = [timespec](repeating: timespec(date), count: 2)
        utimensat(AT_FDCWD, path(of: name), times, AT_SYMLINK_NOFOLLOW)
    }

    /// Removes a file, a link or an empty folder, if there is one.
    func remove(_ name: String) {
        _ = Foundation.remove(path(of: name))
    }
}

extension stat {
    var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }

    fileprivate var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
}

extension timespec {
    /// The date, or the nearest that every file system can hold: a clock may say anything.
    fileprivate init(_ date: Date) {
        let time = date.timeIntervalSince1970
        let bounded = time.isFinite ? min(max(time, 0), 4e9) : 0
        let seconds = bounded.rounded(.down)
        self.init(tv_sec: .init(seconds), tv_nsec: .init((bounded - seconds) * 999_999_999))
    }
}
