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
    /// How many seconds a file that is being written may be old, and how many any may be in the future.
    ///
    /// Beyond that a writer has given up, or the clock was set back.
    static let patience = 3600.0

    /// The same for files that are being written, if they have more bytes than the cache may have.
    static let patienceWithoutRoom = 60.0

    /// A file of the cache, or what is in place of one.
    fileprivate struct Item {
        let name: String
        let size: Int
        /// When it was used last.
        let seconds: Int
        let nanoseconds: Int

        /// How many seconds ago that was.
        func age(at now: Double) -> Double { now - Double(seconds) }

        /// What has a lower rank is removed earlier.
        ///
        /// Nobody knows when a file was used that is dated in the future. As one of the oldest it does
        /// not outlive all that is stored from now on.
        func rank(at now: Double) -> (Int, Int, Int, String) {
            (age(at: now) < -CacheFolder.patience ? 0 : 1, seconds, nanoseconds, name)
        }
    }

    /// How many bytes all files of the cache have.
    var size: Int {
        guard let folder = try? open() else { return 0 }
        let (entries, partials) = items(in: folder)
        return (entries + partials).totalSize
    }

    /// Removes every file of the cache, and those that are being written.
    func removeAll() {
        guard let folder = try? open() else { return }
        let (entries, partials) = items(in: folder)
        for item in entries + partials { folder.remove(item.name) }
    }

    /// Removes the entries that were not used for longest, if all have more bytes than the limit,
    /// and what writers have left behind that ended too early.
    ///
    /// It removes a tenth more than it has to, so as not to be back with the next entry. What is being
    /// written does not count, or nothing could stay beside it.
    ///
    /// - Returns: how many bytes the entries have that are left.
    func evict(limit: Int, now: Date) -> Int {
        guard let folder = try? open() else { return 0 }
        let (entries, partials) = items(in: folder)
        removeAbandoned(partials, in: folder, limit: limit)

        var size = entries.totalSize
        guard size > limit else { return size }
        let now = now.boundedTime
        let oldestFirst = entries.sorted { $0.rank(at: now) < $1.rank(at: now) }
        for (index, entry) in oldestFirst.enumerated() {
            // The newest stays if it fits: it may need more than nine tenths for itself.
            let isNewest = index == oldestFirst.count - 1
            guard size > (isNewest ? limit : limit - limit / 10) else { break }
            folder.remove(entry.name)
            size -= entry.size
        }
        return size
    }

    /// Removes the files that nobody writes any more.
    ///
    /// If all have more bytes than the limit, the oldest are given up sooner: what crashes again and
    /// again must not fill the disk.
    private func removeAbandoned(_ partials: [Item], in folder: OpenFolder, limit: Int) {
        // The system dates what is being written, not the clock of the configuration.
        let now = Double(time(nil))
        var size = partials.totalSize
        for partial in partials.sorted(by: { $0.seconds < $1.seconds }) {
            let patience = size > limit ? Self.patienceWithoutRoom : Self.patience
            guard abs(partial.age(at: now)) > patience else { continue }
            folder.remove(partial.name)
            size -= partial.size
        }
    }

    /// What is in the folder under a name that a cache gives; files of others are none of its
    /// business.
    private func items(in folder: OpenFolder) -> (entries: [Item], partials: [Item]) {
        var items: (entries: [Item], partials: [Item]) = ([], [])
        for name in folder.names {
            let isEntry = Self.isName(name, with: Self.entrySuffix, digits: 64...64)
            guard isEntry || Self.isName(name, with: Self.partialSuffix, digits: 1...16),
                let status = folder.status(of: name)
            else { continue }
            let size = status.isRegularFile ? Int(clamping: status.st_size) : 0
            let (seconds, nanoseconds) = status.modified
            let item = Item(name: name, size: size, seconds: seconds, nanoseconds: nanoseconds)
            if isEntry { items.entries.append(item) } else { items.partials.append(item) }
        }
        return items
    }

    private static func isName(
        _ name: String,
        with suffix: String,
        digits: ClosedRange<Int>
    ) -> Bool {
        guard name.hasSuffix(suffix) else { return false }
        let digitsOfName = name.utf8.dropLast(suffix.utf8.count)
        return digits.contains(digitsOfName.count)
            && digitsOfName.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }
}

extension [CacheFolder.Item] {
    fileprivate var totalSize: Int { reduce(0) { $0 + $1.size } }
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
