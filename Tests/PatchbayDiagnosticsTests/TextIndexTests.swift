import PatchbayDiagnostics
import Testing

@Suite("Texts are found by their bytes")
struct TextIndexTests {
  @Test("each of many texts is found, and no other", arguments: [0, 7, 5_000])
  func findsAll(capacity: Int) {
    let texts = (0..<3_000).map { "service.number.\($0)" }
    var index = TextIndex(capacity: capacity)
    for (position, text) in texts.enumerated() {
      index.insert(position, hash: TextHash.hash(text))
    }
    for (position, text) in texts.enumerated() {
      #expect(index.position(of: TextHash.hash(text)) { texts[$0] == text } == position)
    }
    #expect(index.position(of: TextHash.hash("service")) { texts[$0] == "service" } == nil)
  }

  @Test("the caller distinguishes texts of one hash")
  func sameHash() {
    var index = TextIndex()
    #expect(index.position(of: 0) { _ in true } == nil)
    for position in 0..<40 { index.insert(position, hash: 7) }
    for position in 0..<40 {
      #expect(index.position(of: 7) { $0 == position } == position)
    }
    #expect(index.position(of: 8) { _ in true } == nil)
  }

  @Test("every byte of a text counts, whatever its length")
  func everyByte() {
    for length in 1...33 {
      let text = [UInt8](repeating: 0x61, count: length)
      for place in 0..<length {
        var other = text
        other[place] = 0x62
        #expect(hash(text) != hash(other))
        #expect(!areEqual(text, other))
      }
      #expect(hash(text) != hash(Array(text.dropLast())))
      #expect(areEqual(text, text))
      #expect(!areEqual(text, Array(text.dropLast())))
    }
    #expect(areEqual([], []))
  }

  private func hash(_ text: [UInt8]) -> UInt32 { text.withUnsafeBytes { TextHash.hash($0) } }

  private func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.withUnsafeBytes { left in
      right.withUnsafeBytes { TextHash.areEqual(left, $0) }
    }
  }
}
