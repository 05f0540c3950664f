import Testing

@testable import PatchbayCore

@Suite("A set of keys has each key once, whether they are few or many")
struct KeySetTests {
  @Test(arguments: [0, 1, 7, 8, 9, 16, 17, 100])
  func inTheOrderInWhichTheyWereAdded(_ count: Int) {
    let keys = (0..<count).map { "service.\($0)" }
    var set = KeySet()
    for key in keys + keys.reversed() { set.insert(key) }

    #expect(Array(set.keys) == keys)
    #expect(set.count == count)
    #expect(set.isEmpty == keys.isEmpty)
    #expect(keys.allSatisfy(set.contains))
    #expect(!set.contains("service.\(count)"))
    #expect(!set.contains(""))
  }

  @Test(arguments: [1, 8, 9, 40])
  func theLastMeaningOfAKey(_ count: Int) {
    let kinds: [(Int) -> KeyMeaning] = [
      { .service($0) }, { .decorator($0) }, { .disabled($0) }, { _ in .faulty },
    ]
    var meanings = KeyMeanings()
    meanings.reserveCapacity(count)
    for index in 0..<count { meanings.set("service.\(index)", .faulty) }
    for index in 0..<count { meanings.set("service.\(index)", kinds[index % 4](index)) }
    #expect(meanings.keys == (0..<count).map { "service.\($0)" })
    for index in 0..<count {
      #expect("\(meanings["service.\(index)"]!)" == "\(kinds[index % 4](index))")
      #expect("\(meanings.meaning(at: index))" == "\(kinds[index % 4](index))")
    }
    #expect(meanings["service"] == nil)
  }

  @Test(arguments: [0, 20])
  func keysWithOtherBytesAreOthers(_ more: Int) {
    var set = KeySet()
    for index in 0..<more { set.insert("service.\(index)") }
    set.insert("caf\u{E9}")
    #expect(!set.contains("cafe\u{301}"))
    set.insert("cafe\u{301}")
    #expect(set.count == more + 2)
  }
}
