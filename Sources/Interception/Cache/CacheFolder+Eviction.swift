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

extension CacheFolder {
    /// How many seconds after its last change a file that is being written counts as given up.
    static let partialLifetime = 3600

    /// A file of the cache, or what is in place of one.
    private struct Item {
        let name: String
        let size: Int
        /// When it was used last.
        let seconds: Int
        let nanoseconds: Int

        var isPartial: Bool { name.hasSuffix(CacheFolder.partialSuffix) }
    }

    /// How many bytes all files of the cache have.
    var size: Int { items.reduce(0) { $0 + $1.size } }

    /// Removes every file of the cache, and those that are being written.
    func removeAll() {
        for item in items { remove(item.name) }
    }

    /// Removes the entries that were not used for longest, if all have more bytes than the limit,
    /// and what writers have left behind that ended too early.
    ///
    /// It removes a tenth more than it has to, so as not to be back with the next entry.
    ///
    /// - Returns: how many bytes are left.
    func evict(limit: Int) -> Int {
        let now = time(nil)
        var items = items
        items.removeAll { item in
            guard item.isPartial, now - item.seconds > Self.partialLifetime else { return false }
            remove(item.name)
            return true
        }
        var size = items.reduce(0) { $0 + $1.size }
        guard size > limit else { return size }

        let entries = items.filter { !$0.isPartial }.sorted { first, second in
            (first.seconds, first.nanoseconds, first.name)
                < (second.seconds, second.nanoseconds, second.name)
        }
        for (index, entry) in entries.enumerated() {
            // The newest stays if it fits: it may need more than nine tenths for itself.
            let isNewest = index == entries.count - 1
            guard size > (isNewest ? limit : limit - limit / 10) else { break }
            remove(entry.name)
            size -= entry.size
        }
        return size
    }

    /// What is in the folder under a name that a cache gives; files of others are none of its
    /// business.
    private var items: [Item] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.compactMap { name in
            guard name.hasSuffix(Self.entrySuffix) || name.hasSuffix(Self.partialSuffix) else {
                return nil
            }
            var status = stat()
            guard lstat(path(of: name), &status) == 0 else { return nil }
            let size = status.isRegularFile ? Int(clamping: status.st_size) : 0
            let (seconds, nanoseconds) = status.modified
            return Item(name: name, size: size, seconds: seconds, nanoseconds: nanoseconds)
        }
    }
}

extension stat {
    fileprivate var modified: (Int, Int) {
        #if canImport(Darwin)
        (Int(st_mtimespec.tv_sec), Int(st_mtimespec.tv_nsec))
        #else
        (Int(st_mtim.tv_sec), Int(st_mtim.tv_nsec))
        #endif
    }
}
