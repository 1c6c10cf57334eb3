import Foundation

/// A folder that is accessed by its file descriptor, so that a change of the path cannot redirect an operation.
///
/// A symbolic link in place of the folder or of a file is never followed. All names are relative to the folder.
final class OpenFolder {
    private let descriptor: Int32

    /// Opens the folder at a path without a final slash, below `parent`; throws `EPERM` for a folder of another user.
    init(_ path: String, in parent: Int32 = AT_FDCWD) throws(SystemError) {
        let descriptor = openat(parent, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        self.descriptor = descriptor
        try closeToOthers()
    }

    deinit { close(descriptor) }

    /// Denies other users access to the folder, because a user with access could replace files.
    private func closeToOthers() throws(SystemError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last }
        guard status.st_uid == geteuid() else { throw SystemError(number: EPERM) }
        guard status.st_mode & 0o777 == 0o700 || fchmod(descriptor, 0o700) == 0 else { throw .last }
    }

    var names: [String] {
        // Open the folder again, because `readdir` moves the offset of a descriptor and `closedir` closes it.
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let stream = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(stream) }
        guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
        var names: [String] = []
        while let entry = readdir(stream) {
            // Read the name in place. An entry may be shorter than `dirent`, so a copy would read beyond its end.
            let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
            names.append(String(cString: name))
        }
        return names.filter { $0 != "." && $0 != ".." }
    }

    func status(of name: String) -> stat? {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// Reads a regular file of at most `limit` bytes, or only its last `maximumCount` bytes.
    ///
    /// - Throws: `absent`, `unreadable` or `corrupted`. A link, a folder and a file over the limit are
    ///   `corrupted`, as is a file that another user owns or may write.
    func read(_ name: String, limit: Int, maximumCount: Int = .max) throws(CacheMiss) -> Data {
        // Do not block on a pipe.
        let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
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

    /// Creates a file for writing, or throws if the name exists; the caller closes the file.
    func createFile(_ name: String) throws(SystemError) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let file = openat(descriptor, name, flags, 0o600)
        guard file >= 0 else { throw .last }
        return file
    }

    /// Renames a file; replaces a file, a link or a folder that has the new name.
    func rename(_ name: String, to newName: String) throws(SystemError) {
        if renameat(descriptor, name, descriptor, newName) == 0 { return }
        let error = SystemError.last
        guard error.number == EISDIR || error.number == EEXIST else { throw error }
        // Move the folder aside before removing it, because its contents may not be removable.
        let obstacle = CacheFolder.newPartialName
        guard renameat(descriptor, newName, descriptor, obstacle) == 0 else { throw .last }
        defer { remove(obstacle) }
        guard renameat(descriptor, name, descriptor, newName) == 0 else { throw .last }
    }

    /// Removes a file, a link, or a folder with its contents, if the name exists.
    func remove(_ name: String) {
        if unlinkat(descriptor, name, 0) == 0 || errno == ENOENT { return }
        // Move nested folders up into this folder first, because recursion could overflow the stack.
        var folders = [name]
        while let name = folders.popLast() {
            if let folder = try? OpenFolder(name, in: descriptor) {
                for item in folder.names where unlinkat(folder.descriptor, item, 0) != 0 {
                    let moved = CacheFolder.newPartialName
                    if renameat(folder.descriptor, item, descriptor, moved) == 0 {
                        folders.append(moved)
                    }
                }
            }
            unlinkat(descriptor, name, AT_REMOVEDIR)
        }
    }

    func setDate(_ date: Date, of name: String) {
        let times = [timespec](repeating: timespec(date), count: 2)
        utimensat(descriptor, name, times, AT_SYMLINK_NOFOLLOW)
    }
}

extension stat {
    var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }

    /// A Boolean value that indicates whether only the current user and the superuser can have written the file.
    fileprivate var isWrittenByUserAlone: Bool { st_uid == geteuid() && st_mode & 0o022 == 0 }
}

extension timespec {
    fileprivate init(_ date: Date) {
        let bounded = date.boundedTime
        let seconds = bounded.rounded(.down)
        // Do not use the memberwise initializer, because on some systems `timespec` has further members.
        self.init()
        tv_sec = .init(seconds)
        tv_nsec = .init((bounded - seconds) * 999_999_999)
    }
}

extension Date {
    /// The seconds since 1970, clamped to a range that every file system can represent.
    var boundedTime: Double {
        let time = timeIntervalSince1970
        return time.isFinite ? min(max(time, 0), 4e9) : 0
    }
}
