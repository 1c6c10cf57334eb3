/// A checksum of the bytes of a file, which detects damage but no deliberate change.
///
/// Each lane has a sum of its words and a sum of these sums, so that changed, zeroed and exchanged words all change
/// the checksum. It is as fast as the memory, because every hit computes it over the whole body.
enum FileChecksum {
    /// Returns the checksum of the bytes.
    static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        typealias Words = SIMD4<UInt64>
        let size = MemoryLayout<Words>.size
        let rest = bytes.count % size
        var (sums, sumsOfSums) = (Words(), Words())
        for offset in stride(from: 0, to: bytes.count - rest, by: size) {
            sums &+= bytes.loadUnaligned(fromByteOffset: offset, as: Words.self)
            sumsOfSums &+= sums
        }
        var last = Words()
        withUnsafeMutableBytes(of: &last) { $0.copyBytes(from: bytes.suffix(rest)) }
        sums &+= last
        sumsOfSums &+= sums

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
