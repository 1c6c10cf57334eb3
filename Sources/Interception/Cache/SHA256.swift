import Foundation
import GroupContext

/// The SHA-256 hash function of FIPS 180-4.
///
/// The library implements the function itself, because Foundation has no hash function on Linux, CryptoKit exists
/// on Apple's platforms only, and the package has no dependencies.
struct SHA256 {
    var input: [UInt8] = []

    mutating func update(count: Int) {
        withUnsafeBytes(of: UInt64(truncatingIfNeeded: count).bigEndian) { input += $0 }
    }

    /// Appends the length and then the bytes, so that different lists of fields have different input.
    mutating func update(field: some ContiguousBytes) {
        field.withUnsafeBytes { bytes in
            update(count: bytes.count)
            input += bytes
        }
    }

    mutating func update(field: String) { update(field: Array(field.utf8)) }

    /// Returns the digest as 64 hexadecimal digits.
    consuming func digest() -> String {
        var state: [UInt32] = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
            0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ]
        // Append the padding: a one bit, zeros and the length, so that the input ends with a full block.
        let bitCount = UInt64(input.count) &* 8
        let zeros = (119 - input.count % 64) % 64
        input += [0x80] + [UInt8](repeating: 0, count: zeros)
        withUnsafeBytes(of: bitCount.bigEndian) { input += $0 }
        state.withUnsafeMutableBufferPointer { state in
            input.withUnsafeBytes { blocks in
                Self.constants.withUnsafeBufferPointer { constants in
                    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
                        for offset in stride(from: 0, to: blocks.count, by: 64) {
                            Self.compress(blocks, offset, &state, constants, schedule)
                        }
                    }
                }
            }
        }
        return Hexadecimal.text(of: state.map(UInt64.init), digits: 8)
    }

    // Use `while` and buffers, because without optimization, as in tests, ranges and arrays take eight times as long.
    private static func compress(
        _ blocks: UnsafeRawBufferPointer,
        _ offset: Int,
        _ state: inout UnsafeMutableBufferPointer<UInt32>,
        _ constants: UnsafeBufferPointer<UInt32>,
        _ schedule: UnsafeMutableBufferPointer<UInt32>
    ) {
        var index = 0
        while index < 16 {
            let word = blocks.loadUnaligned(fromByteOffset: offset + index * 4, as: UInt32.self)
            schedule[index] = UInt32(bigEndian: word)
            index += 1
        }
        while index < 64 {
            let early = schedule[index - 15]
            let late = schedule[index - 2]
            let mixedEarly = rotated(early, 7) ^ rotated(early, 18) ^ (early >> 3)
            let mixedLate = rotated(late, 17) ^ rotated(late, 19) ^ (late >> 10)
            schedule[index] = schedule[index - 16] &+ mixedEarly &+ schedule[index - 7] &+ mixedLate
            index += 1
        }

        // The names of the variables come from the standard.
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        index = 0
        while index < 64 {
            let sumE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let choice = (e & f) ^ (~e & g)
            let first = h &+ sumE &+ choice &+ constants[index] &+ schedule[index]
            let sumA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            h = g
            g = f
            f = e
            e = d &+ first
            d = c
            c = b
            b = a
            a = first &+ sumA &+ majority
            index += 1
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }

    @inline(__always)
    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        (word &>> count) | (word &<< (32 &- count))
    }

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
        0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
        0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
        0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
        0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
        0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
        0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
        0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
