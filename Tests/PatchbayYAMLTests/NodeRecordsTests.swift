import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("The records of a tree are small")
struct NodeRecordsTests {
  @Test(
    "a plain scalar takes eight bytes, and any other node sixteen",
    arguments: [
      ("a", 1), ("'a'", 1), ("\"a\"", 1), ("[]", 2), ("{a: b}", 4), ("!ref a", 2), ("&a b", 2),
      ("[&a b, *a]", 6), ("\"a\\n\"", 2), ("|\n  a\n", 2), ("a: { b: 'c', d: [e, !f g] }", 13),
    ])
  func size(text: String, words: Int) throws {
    let root = try #require(Parsed(text).root)
    #expect(root.tree.records.end == words)
  }

  @Test("a scalar longer than a narrow record can say is read whole")
  func long() throws {
    for count in [1 << 21 - 1, 1 << 21, 1 << 21 + 1] {
      let text = String(repeating: "x", count: count)
      let limits = YAMLLimits(fileBytes: 2 * count + 100)
      let root = try #require(Parsed("[a, \(text), '\(text)', b]", limits: limits).root)
      #expect(Array(root.elements).map(\.textCount) == [1, count, count, 1])
      #expect(Array(root.elements).map(\.span.range.count) == [1, count, count + 2, 1])
    }
  }

  @Test("a record is read as it was written, whatever its size")
  func roundTrip() {
    var written: [NodeRecord] = []
    for kind in [NodeRecord.Kind.scalar, .alias, .sequence, .mapping] {
      for upper in [UInt32(7), 9, 7 + 1 << 21, .max] {
        for first in [UInt32(0), 7, 8, 9, .max] {
          for (flags, tag) in [(UInt8(0), UInt32(0)), (.max, 0), (0, 1), (.max, 0x1F_FFFF)] {
            var record = NodeRecord(kind, from: 7, to: upper)
            (record.first, record.tag) = (first, tag)
            record.flags = NodeRecord.Flags(rawValue: flags)
            written.append(record)
          }
        }
      }
    }
    var records = NodeRecords()
    let indices = written.map { record in
      defer { records.append(record) }
      return records.end
    }
    #expect(records.count == written.count)
    for (record, index) in zip(written, indices) {
      let read = records[index]
      #expect(read.range == record.range && read.first == record.first)
      #expect(
        read.kind == record.kind && read.flags.rawValue == record.flags.rawValue
          && read.tag == record.tag)
    }
  }

  @Test("a flag is added to a record, and changes nothing else of it")
  func insert() {
    var records = NodeRecords()
    for tag in [UInt32(0), 5] {
      var record = NodeRecord(.scalar, from: 7, to: 9)
      (record.first, record.tag, record.flags) = (7, tag, .isQuoted)
      let index = records.end
      records.append(record)
      records.insert(.isDropped, at: index)
      let read = records[index]
      #expect(read.range == 7..<9 && read.first == 7 && read.tag == tag)
      let flags: [NodeRecord.Flags] = [.isQuoted, .isDropped]
      #expect(read.flags.rawValue == flags.reduce(0) { $0 | $1.rawValue })
    }
  }
}
