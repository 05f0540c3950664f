import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("The records of a tree are small")
struct NodeRecordTests {
  @Test("a node takes sixteen bytes")
  func size() {
    #expect(MemoryLayout<NodeRecord>.stride == 16)
    #expect(Parsed("a: { b: 'c', d: [e, !f g] }").root?.tree.records.count == 9)
  }

  @Test("and has the largest offsets and numbers that a text can have")
  func largest() {
    var record = NodeRecord(.mapping, from: .max - 1, to: .max)
    (record.first, record.tag) = (.max, NodeRecord.mostTags)
    record.flags.insert(.hasMergeKey)
    record.flags.insert(.isCredential)
    #expect(record.range == Int(UInt32.max) - 1..<Int(UInt32.max) && record.first == .max)
    #expect(record.kind == .mapping && record.tag == NodeRecord.mostTags)
    #expect(record.flags.contains(.hasMergeKey) && record.flags.contains(.isCredential))
    #expect(!record.flags.contains(.isDropped))
  }

  @Test("more different tags than a record can number are an error")
  func manyTags() {
    let tags = (0...Int(NodeRecord.mostTags)).map { "- !t\($0)\n" }.joined()
    let parsed = Parsed(tags, limits: YAMLLimits(fileBytes: tags.utf8.count))
    #expect(parsed.codes == ["limit-exceeded"])
    #expect(parsed.messages.first?.hasSuffix("more than 65535 different tags") == true)
    #expect(parsed.diagnostics.first?.labels.first?.place.span?.start.line == 65_536)
  }

  @Test("tags whose escapes are no UTF-8 are one tag if they are written in one way")
  func invalidTags() {
    var table = NameTable()
    let numbers = (0..<3).map { _ in
      [0x21, 0xC0, 0x80].withUnsafeBufferPointer { table.number(of: $0) }
    }
    #expect(numbers == [1, 1, 1])
  }
}
