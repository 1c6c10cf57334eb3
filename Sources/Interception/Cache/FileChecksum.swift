/// A checksum of the bytes of a file; the checksum detects damage, but no deliberate changes.
///
/// Each SIMD lane has a sum of its words and a sum of these sums. Changed, zeroed and exchanged words therefore
/// change the checksum. The computation has to be fast, because each cache hit reads the whole file.
enum FileChecksum {
    static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        typealias Words = SIMD8<UInt64>
        let size = MemoryLayout<Words>.size
        let rest = bytes.count % size
        var (sums, sumsOfSums) = (Words(), Words())
        // The low half of a word also receives the high half, because two changes of the highest bits alone would
        // cancel each other out in a sum.
        func add(_ words: Words) {
            sums &+= words ^ (words &>> 32)
            sumsOfSums &+= sums
        }
        for offset in stride(from: 0, to: bytes.count - rest, by: size) {
            add(bytes.loadUnaligned(fromByteOffset: offset, as: Words.self))
        }
        var last = Words()
        withUnsafeMutableBytes(of: &last) { $0.copyBytes(from: bytes.suffix(rest)) }
        add(last)

        var checksum = UInt64(bytes.count)
        for lane in sums.indices {
            for sum in [sums[lane], sumsOfSums[lane]] {
                checksum = (checksum ^ sum) &* 0x9e37_79b9_7f4a_7c15
                checksum ^= checksum >> 32
            }
        }
        return checksum
    }
}
