import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("Near misses")
struct NearMissTests {
  @Test(
    "are names within a third of the length",
    arguments: [
      ("SMPTMailer", "SMTPMailer", true), ("pol", "pool", true), ("argments", "arguments", true),
      ("mail.form", "mail.from", true), ("mailr", "mailer", true), ("pool", "POOL", true),
      ("abc", "abd", true), ("abc", "axy", false), ("abcdef", "abcdxy", true),
      ("abcdef", "abcxyz", false), ("abcdefghi", "abcdefxyz", true), ("ab", "AB", true),
      ("ab", "ac", false), ("a", "b", false), ("", "a", false), ("", "", false),
      ("same", "same", false), ("ca", "abc", false), ("mailer", "", false),
      ("\u{C9}tat-x", "\u{E9}tat-y", true), ("name", "naem", true), ("abcd", "badc", false),
    ])
  func nearness(_ name: String, _ candidate: String, _ isNear: Bool) {
    #expect(nearMisses(of: name, in: [candidate]) == (isNear ? [candidate] : []))
  }

  @Test(
    "of a word are otherwise names that have all of its parts in their order",
    arguments: [
      ("SQLiteStore", ["SQLiteLinkStore"]), ("sqlite.store", ["SQLiteLinkStore"]),
      ("StoreSQLite", []), ("SQLite", ["SQLiteLinkStore"]), ("LinkStore", ["SQLiteLinkStore"]),
      ("Link.Stores", []), ("mail.sender", []),
    ] as [(String, [String])])
  func parts(_ word: String, _ near: [String]) {
    let names = ["SQLiteLinkStore"] + "abcd".map { "mail.\($0)\($0)\($0)\($0).sender" }
    #expect(nearWords(of: word, among: names) == near)
  }

  @Test("come nearest first, of equals by name, three at most, each once")
  func order() {
    let names = ["maileras", "mailexx", "nailer", "sailer", "mailer2", "MAILER", "nailer", "mail"]
    for rotation in names.indices {
      let candidates = Array(names[rotation...] + names[..<rotation])
      #expect(nearMisses(of: "mailer", in: candidates) == ["MAILER", "mailer2", "nailer"])
      #expect(nearMisses(of: "mailer", in: candidates, limit: 1) == ["MAILER"])
      #expect(nearMisses(of: "mailer", in: candidates, limit: 0) == [])
    }
  }

  @Test("agree with the plain definition of the distance")
  func definition() {
    var random = SplitMix(state: 42)
    for _ in 0..<4_000 {
      let name = random.word()
      let candidate = random.word()
      let bound = name.count < 3 ? 0 : max(1, name.count / 3)
      let isNear = name != candidate && distance(Array(name), Array(candidate)) <= bound
      #expect(nearMisses(of: name, in: [candidate]).isEmpty == !isNear, "\(name) \(candidate)")
    }
  }

  @Test("of long names cost a few comparisons of each character, and among very many are none")
  func cost() {
    let long = String(repeating: "ab", count: 120)
    let candidates = (0..<5_000).map { number -> String in
      String(long.dropLast(number % 40)) + String(number)
    }
    let few = candidates.prefix(500)
    let meter = WorkMeter()
    WorkMeter.$current.withValue(meter) {
      #expect(nearMisses(of: long, in: few).count == 3)
      let giant = String(repeating: "x", count: 1_000_000)
      #expect(nearMisses(of: giant, in: [giant + "y"]) == [])
    }
    let characters = few.reduce(0) { $0 + $1.utf8.count }
    #expect(meter.steps < 20 * characters)
    #expect(nearMisses(of: long, in: candidates) == [])
  }

  /// The restricted Damerau-Levenshtein distance over the whole table.
  private func distance(_ a: [Character], _ b: [Character]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for row in 0...a.count { table[row][0] = row }
    for column in 0...b.count { table[0][column] = column }
    for row in a.indices.map({ $0 + 1 }) {
      for column in b.indices.map({ $0 + 1 }) {
        let change = a[row - 1] == b[column - 1] ? 0 : 1
        var cost = min(table[row - 1][column - 1] + change, table[row - 1][column] + 1)
        cost = min(cost, table[row][column - 1] + 1)
        if row > 1, column > 1, a[row - 1] == b[column - 2], a[row - 2] == b[column - 1] {
          cost = min(cost, table[row - 2][column - 2] + 1)
        }
        table[row][column] = cost
      }
    }
    return table[a.count][b.count]
  }
}

extension SplitMix {
  fileprivate mutating func word() -> String {
    let length = Int.random(in: 0...11, using: &self)
    return String((0..<length).map { _ in "abc".randomElement(using: &self) ?? "a" })
  }
}
