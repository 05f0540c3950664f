import Testing

@testable import PatchbayYAML

@Suite("The check of a text finds what is forbidden wherever it is")
struct CheckedTextTests {
  /// Two blocks and a part of a third.
  static let plain = Array(String(repeating: "key: ~value\n", count: 15).utf8.prefix(150))

  @Test("in a block that is checked at once, and after the last", arguments: UInt8.min...UInt8.max)
  func everyByte(_ byte: UInt8) {
    let isAllowed = byte == 0x09 || byte == 0x0A || byte == 0x0D || (0x20...0x7E).contains(byte)
    // After the first four bytes, which may show another encoding.
    for offset in 4..<Self.plain.count {
      var bytes = Self.plain
      bytes[offset] = byte
      do throws(EncodingProblem) {
        let text = try CheckedText(bytes)
        #expect(isAllowed && text.isASCII)
      } catch {
        let range = offset..<offset + 1
        #expect(!isAllowed)
        #expect(error == (byte < 0x80 ? .character(UInt32(byte), range) : .sequence(range)))
      }
    }
  }

  @Test("and characters of several bytes are read across the ends of blocks")
  func characters() throws {
    for letter in ["é", "語", "😀"] {
      for offset in 4..<Self.plain.count {
        let bytes = Self.plain[..<offset] + Array(letter.utf8) + Self.plain[offset...]
        #expect(try !CheckedText(Array(bytes)).isASCII)
      }
    }
  }
}
