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

/// A folder while something is done in it: in it and in no other, whatever its path leads to meanwhile.
///
/// A link in place of the folder is not opened, and so nothing behind a link is ever touched. All names
/// are of the folder itself; links in place of files are not followed either.
final class OpenFolder {
    private let descriptor: Int32

    /// Opens the folder with this path, which does not end with a slash.
    ///
    /// - Parameters:
    ///   - path: the path of the folder.
    ///   - parent: the descriptor of the folder that a relative path starts in.
    /// - Throws: `EPERM` if the folder belongs to another user.
    init(_ path: String, in parent: Int32 = AT_FDCWD) throws(SystemError) {
        let descriptor = openat(parent, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        self.descriptor = descriptor
        try closeToOthers()
    }

    deinit {
        close(descriptor)
    }

    /// Lets only the current user enter: another user who may enter could replace what is in the folder.
    private func closeToOthers() throws(SystemError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last }
        guard status.st_uid == geteuid() else { throw SystemError(number: EPERM) }
        guard status.st_mode & 0o777 == 0o700 || fchmod(descriptor, 0o700) == 0 else { throw .last }
    }

    /// The names of everything in the folder.
    var names: [String] {
        // Opened again: who reads a folder changes where the descriptor stands, and closes it.
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
            // Read where it is: an entry is shorter than its type, and a copy would read beyond it.
            let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
            names.append(String(cString: name))
        }
        return names.filter { $0 != "." && $0 != ".." }
    }

    /// What the system knows of a file, a link or a folder; `nil` if it is not there.
    func status(of name: String) -> stat? {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// Opens a file to be read, which has to be closed; a pipe does not wait for a writer.
    func openFile(_ name: String) throws(SystemError) -> Int32 {
        let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { throw .last }
        return file
    }

    /// Makes a file that is not there yet, to be written by its owner; it has to be closed.
    func createFile(_ name: String) throws(SystemError) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let file = openat(descriptor, name, flags, 0o600)
        guard file >= 0 else { throw .last }
        return file
    }

    /// Gives a file another name, in place of a file, a link or a folder of that name.
    func rename(_ name: String, to newName: String) throws(SystemError) {
        if renameat(descriptor, name, descriptor, newName) == 0 { return }
        let error = SystemError.last
        guard error.number == EISDIR || error.number == EEXIST else { throw error }
        // The folder moves out of the way before it is removed: what is in it may not be removable.
        let obstacle = CacheFolder.newPartialName
        guard renameat(descriptor, newName, descriptor, obstacle) == 0 else { throw .last }
        defer { remove(obstacle) }
        guard renameat(descriptor, name, descriptor, newName) == 0 else { throw .last }
    }

    /// Removes a file, a link or a folder with everything in it, if there is one.
    func remove(_ name: String) {
        if unlinkat(descriptor, name, 0) == 0 { return }
        // Nested folders move up into this folder first: they may be nested deeper than the stack is.
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

    /// Dates a file.
    func setDate(_ date: Date, of name: String) {
        let times = [timespec](repeating: timespec(date), count: 2)
        utimensat(descriptor, name, times, AT_SYMLINK_NOFOLLOW)
    }
}

extension timespec {
    /// The date, or the nearest that every file system can hold: a clock may say anything.
    fileprivate init(_ date: Date) {
        let bounded = date.boundedTime
        let seconds = bounded.rounded(.down)
        // Not by members: on some systems there are more than these two.
        self.init()
        tv_sec = .init(seconds)
        tv_nsec = .init((bounded - seconds) * 999_999_999)
    }
}

extension Date {
    /// Seconds since 1970, as near as every file system can hold them: a clock may say anything.
    var boundedTime: Double {
        let time = timeIntervalSince1970
        return time.isFinite ? min(max(time, 0), 4e9) : 0
    }
}
