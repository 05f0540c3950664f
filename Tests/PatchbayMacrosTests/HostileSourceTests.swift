import Foundation
import PatchbayMacroExpansion
import TestSupport
import Testing

/// Sources that are no Swift, which an editor sends while a person types.
@Suite("Hostile sources")
struct HostileSourceTests {
  /// The declarations of the fixture, each with the comment before it.
  private static let declarations =
    ((try? String(
      contentsOf: Fixture.url("Expansions.swift.txt"), encoding: .utf8)) ?? "").split(
      separator: "\n\n"
    )
    .map(String.init)

  @Test("are those of the fixture")
  func fixture() { #expect(Self.declarations.count > 10) }

  /// Uses a text as each part of a message.
  private func isAnswered(_ text: String) -> Bool {
    let length = text.utf8.count + 20
    return MacroUse.provided(text).isWellFormed(within: length)
      && MacroUse.provided("struct A { init(a: Int) {} }", attribute: text)
        .isWellFormed(within: length)
      && MacroUse.factory(text).isWellFormed(within: length)
  }

  @Test("that end anywhere are answered", arguments: declarations)
  private func cut(declaration: String) {
    let bytes = Array(declaration.utf8)
    // Every third end, and each third one in another declaration: what follows a token is everywhere.
    for end in stride(from: bytes.count % 3, to: bytes.count, by: 3) {
      let text = String(decoding: bytes[..<end], as: UTF8.self)
      #expect(isAnswered(text), "\(text)")
      // As an expression inside of a declaration, and from its end.
      _ = MacroUse.provided("struct A { init(a: Int = \(text)")
      _ = MacroUse.provided(String(decoding: bytes[end...], as: UTF8.self))
    }
  }

  @Test("with bytes replaced, removed and doubled are answered", arguments: declarations)
  private func mutated(declaration: String) {
    let original = Array(declaration.utf8)
    var generator = SplitMix(state: UInt64(original.count))
    let inserted = Array("\"\"\"\\(){}[]<>#@/*`,:=?!.&$-> \n\r\0ab1éif".utf8) + [0xFF, 0xC3]
    for _ in 0..<40 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
        let start = Int.random(in: bytes.indices, using: &generator)
        let range = start..<min(start + Int.random(in: 1...9, using: &generator), bytes.count)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[start] = inserted.randomElement(using: &generator) ?? 0
        case 1: bytes.removeSubrange(range)
        default: bytes.insert(contentsOf: bytes[range], at: start)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(isAnswered(text), "\(text)")
    }
  }

  @Test(
    "that are nested deeply need no stack",
    arguments: [
      "(", "[", "{", "<", "@", "#", "/*", "\"\\(", "#\"\\#(", "\"\"\"\\(", "@a(", "@a<", "a<",
      "(a: ",
      "{ @a ", "#if a\n", "init(a: ", "struct A { ", "let a = { ", "[a: (", "as: (",
    ])
  func nested(opening: String) {
    let many = String(repeating: opening, count: 10_000)
    onThreads(1, stackSize: 512 * 1024) { _ in
      _ = MacroUse.provided("struct A { init(a: Int = \(many)")
      _ = MacroUse.provided(many + "struct A {}")
      _ = MacroUse.provided("struct A { init(a: Int) {} }", attribute: "@Provided(\(many)")
      _ = MacroUse.factory("#factory(\(many)")
    }
  }

  /// What can be in a text many times, some of it so that each could be searched for its end.
  static let repeated = [
    "(", "[", "{", "<", ">", "()", "a<b, ", "a < b", "A<B>(c)", "@", "@a(", "@a<", "@a ", "#", "#/",
    "#/ a", "#/\n", "#/a/# ", "##/a", "/", " /a", "\\/", "/(", "/[)", "\"", "\"\" ", "\"\\(",
    "#\"\"\"\\#(", "\"\"\"\\(", "#\"\"\"# ", "`", "`a ", "/*", "//\n", "///a\n", "/** ", "init(",
    "init<", "init() where ", "let a = ", "var a, ", "var a: Int? ", "#if ", "#if\n", "#if\n.",
    "#endif\n", "public ", "case ", "0.", "é", "a: Int, ", "a: Int = <", "a: Int = /", "-> ", "=",
    "\\", "?", ".", ";", "{didSet", "{@a ", "let a: (", "\"a\": 1, ", "(a).self, ", " ", "\n",
    "\r\n",
    "e.g. ", "private(", "= if ",
  ]

  @Test("cost time in proportion to their length", arguments: repeated)
  func cost(unit: String) {
    for (before, after) in [
      ("", ""), ("struct A { init(a: Int = ", ") {} }"), ("struct A { let a = ", " }"),
      ("struct A { init(", ""), ("", "\nstruct A {}"),
    ] {
      let growth = growthOfCost(from: 500, to: 4_000) { size in
        let many = String(repeating: unit, count: size / unit.utf8.count)
        _ = MacroUse.provided(before + many + after)
      }
      #expect(growth < 30, "\(before)\(unit)…\(after)")
    }
  }
}
