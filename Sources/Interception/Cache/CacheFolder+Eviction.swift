import Foundation

// Removes the least recently used entries of a cache.
extension CacheFolder {
    /// The age in seconds from which a partial file is treated as abandoned by its writer.
    ///
    /// A date that is more than this time in the future is not trusted, because the clock was probably set back.
    static let maximumPartialAge = 3600.0

    /// The shorter age in seconds that applies if all partial files together exceed the limit of the cache.
    static let maximumPartialAgeOverLimit = 60.0

    /// A directory entry with a name of the cache's form: usually a file, but perhaps a link or a folder.
    fileprivate struct Item {
        let name: String
        /// A Boolean value that indicates whether the item is a response, not a partial file.
        let isEntry: Bool
        let size: Int
        let modified: timespec

        func age(at now: Double) -> Double { now - Double(modified.tv_sec) }

        /// Returns the sort key for removal, lowest first; a date far in the future ranks as the oldest.
        func rank(at now: Double) -> (Int, Int, Int, String) {
            let (seconds, nanoseconds) = (Int(modified.tv_sec), Int(modified.tv_nsec))
            let isTrusted = age(at: now) >= -CacheFolder.maximumPartialAge
            return (isTrusted ? 1 : 0, seconds, nanoseconds, name)
        }
    }

    var size: Int {
        guard let folder = try? open() else { return 0 }
        return items(in: folder).totalSize
    }

    func removeAll() {
        guard let folder = try? open() else { return }
        for item in items(in: folder) { folder.remove(item.name) }
    }

    /// Removes abandoned partial files, and the least recently used entries if all entries together exceed the limit.
    ///
    /// Eviction continues until a tenth of the limit is free, so that the next entry does not cause another
    /// eviction. Partial files do not count towards the limit, because a large partial file would evict every
    /// entry.
    ///
    /// - Returns: the number of bytes of the remaining entries.
    func evict(limit: Int, now: Date) -> Int {
        guard let folder = try? open() else { return 0 }
        let items = items(in: folder)
        let (entries, partials) = (items.filter(\.isEntry), items.filter { !$0.isEntry })
        removeAbandoned(partials, in: folder, limit: limit)

        var size = entries.totalSize
        guard size > limit else { return size }
        let now = now.boundedTime
        let oldestFirst = entries.sorted { $0.rank(at: now) < $1.rank(at: now) }
        for (index, entry) in oldestFirst.enumerated() {
            // Keep the newest entry if it fits, because this entry alone may exceed nine tenths of the limit.
            let isNewest = index == oldestFirst.count - 1
            guard size > (isNewest ? limit : limit - limit / 10) else { break }
            folder.remove(entry.name)
            size -= entry.size
        }
        return size
    }

    /// Removes abandoned partial files.
    ///
    /// If all partial files together exceed the limit, a partial file is removed at a lower age. Otherwise an app
    /// that crashes repeatedly could fill the disk.
    private func removeAbandoned(_ partials: [Item], in folder: OpenFolder, limit: Int) {
        // Partial files are dated by the clock of the system, not by the clock of the configuration.
        let now = Double(time(nil))
        var size = partials.totalSize
        for partial in partials.sorted(by: { $0.modified.tv_sec < $1.modified.tv_sec }) {
            let maximumAge =
                size > limit ? Self.maximumPartialAgeOverLimit : Self.maximumPartialAge
            guard abs(partial.age(at: now)) > maximumAge else { continue }
            folder.remove(partial.name)
            size -= partial.size
        }
    }

    /// Returns the items whose names have the form of the cache's names; other files are ignored.
    private func items(in folder: OpenFolder) -> [Item] {
        folder.names.compactMap { name in
            let isEntry = Self.hasDigits(64...64, before: Self.entrySuffix, in: name)
            guard isEntry || Self.hasDigits(1...16, before: Self.partialSuffix, in: name),
                let status = folder.status(of: name)
            else { return nil }
            let size = status.isRegularFile ? Int(clamping: status.st_size) : 0
            return Item(name: name, isEntry: isEntry, size: size, modified: status.modified)
        }
    }

    private static func hasDigits(
        _ count: ClosedRange<Int>,
        before suffix: String,
        in name: String
    ) -> Bool {
        guard name.hasSuffix(suffix) else { return false }
        let digits = name.utf8.dropLast(suffix.utf8.count)
        return count.contains(digits.count)
            && digits.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }
}

extension [CacheFolder.Item] {
    fileprivate var totalSize: Int { reduce(0) { $0 + $1.size } }
}

extension stat {
    fileprivate var modified: timespec {
        #if canImport(Darwin)
        st_mtimespec
        #else
        st_mtim
        #endif
    }
}
