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

    let path: String

    /// Creates a value for the folder `ResponseCache` in the directory; does not access the disk.
    init(in directory: URL) {
        path = directory.appendingPathComponent("ResponseCache", isDirectory: false).path
    }

    /// Opens the folder, and denies other users access; throws if it is absent, a link, or owned by another user.
    func open() throws(SystemError) -> OpenFolder { try OpenFolder(path) }

    /// Opens the folder to read a file; throws `absent` or `unreadable`.
    func openToRead() throws(CacheMiss) -> OpenFolder {
        do throws(SystemError) {
            return try open()
        } catch {
            throw CacheMiss(error.number == ENOENT ? .absent : .unreadable)
        }
    }

    /// Replaces the file with that name completely and sets its date, or leaves the file unchanged.
    func write(_ data: Data, as name: String, date: Date) throws(SystemError) {
        let folder = try prepare()
        let partial = Self.newPartialName
        let file = try folder.createFile(partial)
        // After a successful renaming, the removal finds no file and has no effect.
        defer { folder.remove(partial) }
        try write(data, to: file)
        try folder.rename(partial, to: name)
        folder.setDate(date, of: name)
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

    func remove(_ name: String) { try? open().remove(name) }
}
