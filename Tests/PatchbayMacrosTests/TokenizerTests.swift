import PatchbayMacroExpansion
import TestSupport
import Testing

/// The parameters of initializers, as the macros read them from the source.
@Suite("The parameters of an initializer")
struct TokenizerTests {
  @Test(
    "are found among whatever surrounds them",
    arguments: [
      ("init()", []),
      ("init(a: Int)", ["a: Int"]),
      ("init(a b: Int, _ c: Int,)", ["a: Int", "_: Int"]),
      ("init(a: Int = 1, b: Int=2)", ["a: Int = 1", "b: Int = 2"]),
      (
        "init(a: [String: Set<Int>] = [:], b: (Int, Int))",
        ["a: [String: Set<Int>] = [:]", "b: (Int, Int)"]
      ),
      ("init(a: A<B, C>, b: A<B<C>, D>?)", ["a: A<B, C>", "b: A<B<C>, D>?"]),
      ("init(a: Bool = x < y, b: Bool = z > (w))", ["a: Bool = x < y", "b: Bool = z > (w)"]),
      ("init(a: A = A<B, C>(), b: Int)", ["a: A = A<B, C>()", "b: Int"]),
      ("init(a: A = A < B, C > (d), b: Int)", ["a: A = A < B, C > (d)", "b: Int"]),
      ("init(a: A = .f(b, c) { $0, $1 }, b: Int)", ["a: A = .f(b, c) { $0, $1 }", "b: Int"]),
      (
        "init(a: (Int, inout B) -> [C], b: @escaping () -> Void)",
        ["a: (Int, inout B) -> [C]", "b: @escaping () -> Void"]
      ),
      ("init(@Wrapper a: Int, @W(1, b: 2) c: Int)", ["a: Int", "c: Int"]),
      ("init(@Wrapper<A, B> a: Int)", ["a: Int"]),
      ("init(@Wrapper<A<B>, C> a: Int)", ["a: Int"]),
      (#"init(a: String = ",)", b: Int)"#, [#"a: String = ",)""#, "b: Int"]),
      (#"init(a: String = "\("," + ")"),", b: Int)"#, [#"a: String = "\("," + ")"),""#, "b: Int"]),
      (
        "init(a: String = #\"\"\"\n \" \\(,) \"\"\"\n \"\"\"#, b: Int)",
        ["a: String = #\"\"\"\n \" \\(,) \"\"\"\n \"\"\"#", "b: Int"]
      ),
      (
        ##"init(a: String = #"\#(",")\(,"#, b: Int)"##,
        [##"a: String = #"\#(",")\(,"#"##, "b: Int"]
      ),
      // A quote, and not the beginning of several lines.
      (##"init(a: String = #"""#, b: Int)"##, [##"a: String = #"""#"##, "b: Int"]),
      (
        "init(a: R = /[(,]\\//, b: Int = 4 / 2, c: Int = 6 / 3)",
        ["a: R = /[(,]\\//", "b: Int = 4 / 2", "c: Int = 6 / 3"]
      ),
      ("init(a: R = #/ , ( /#, b: Int)", ["a: R = #/ , ( /#", "b: Int"]),
      (
        "init(a: F = (/), b: Int = x/y, c: Int = z/w)",
        ["a: F = (/)", "b: Int = x/y", "c: Int = z/w"]
      ),
      ("init(a: Int /* , /* ( */ ) */, // , (\n b: Int)", ["a: Int", "b: Int"]),
      ("init(`default`: Int, in: Int, é: Int)", ["`default`: Int", "in: Int", "é: Int"]),
      (
        "init(a: isolated (any Actor)? = #isolation, b: StaticString = #fileID)",
        ["a: isolated (any Actor)? = #isolation", "b: StaticString = #fileID"]
      ),
      (
        "init(a: Int = if x { 1 } else { 2 }, b: Int)",
        ["a: Int = if x { 1 } else { 2 }", "b: Int"]
      ),
      (
        "init(a: Int = if x, y { 1 } else if let z, w { 2 } else { 3 }, if b: Int)",
        ["a: Int = if x, y { 1 } else if let z, w { 2 } else { 3 }", "if: Int"]
      ),
      (
        "init(a: Float = 1.5, b: Range<Int> = 1..<5, c: Int)",
        ["a: Float = 1.5", "b: Range<Int> = 1..<5", "c: Int"]
      ),
    ] as [(String, [String])])
  func parameters(source: String, expected: [String]) {
    let found = SourceText(source).members.initializers
    #expect(found.count == 1)
    #expect(
      found.first?.parameters.map { parameter in
        "\(parameter.label): \(parameter.type)" + (parameter.defaultValue.map { " = \($0)" } ?? "")
      } == expected)
  }

  @Test("belong to initializers, and to nothing that looks like one")
  func initializers() throws {
    let source = SourceText(
      """
      struct Mailer {
        let host = Host.init(name: "a")
        let other: Other = .init(a: 1)
        func make() { self.init(a: 1); struct Inner { init(inner: Int) {} } }
        struct Nested { init(nested: Int) {} }
        // init(comment: Int)
        let text = "init(text: Int)"
        var computed: Int { init(x: 1) }
        typealias Maker = (Int) -> Mailer
        init(first: Int) { let x = 1 }
        @available(*, deprecated)
        public convenience init?<Value>(second: Value) async throws where Value: Sendable { }
        subscript(init: Int) -> Int { 5 }
        var last = 5
        init(third: Int) rethrows {}
      }
      """)
    let type = try #require(source.typeDeclaration())
    #expect(
      type.members.initializers.map { $0.parameters.map(\.name) } == [
        ["first"], ["second"], ["third"],
      ])
    #expect(type.members.initializers.map(\.isAsync) == [false, true, false])
    #expect(type.members.initializers.map(\.canThrow) == [false, true, true])
  }

  @Test(
    "of the compiler have a default where the compiler has one",
    arguments: [
      (
        "var a: Int?, b: Int!, c: (Int?)",
        ["a (nil) as Int?", "b (nil) as Int?", "c (nil) as (Int?)"]
      ),
      ("var a, b: Int?", ["a (nil) as Int?", "b (nil) as Int?"]),
      (
        "var a: Dictionary<Int, Int>?, b: A.B<C>?",
        ["a (nil) as Dictionary<Int, Int>?", "b (nil) as A.B<C>?"]
      ),
      ("var a: Optional<Int>, b: () -> Int?, c: (Int, Int?)", ["a", "b", "c"]),
      ("var a: Int? { didSet {} }; var b: Int? { nil }", ["a (nil) as Int?"]),
      ("let range = 1...\nvar a = 1...\nvar b: Int", ["a 1...", "b"]),
    ] as [(String, [String])])
  func memberwise(properties: String, expected: [String]) {
    #expect(MacroUse.provided("struct Mailer {\n\(properties)\n}").inputs == expected)
  }

  @Test("have the whole default where a part of it is conditional")
  func conditionalDefault() throws {
    let value = "b\n#if DEBUG\n.c()\n#endif\n.d"
    let answer = MacroUse.provided("struct Mailer {\nvar a = \(value)\nvar e: Int\n}")
    #expect(try #require(answer.expansion).contains("._input(\"a\", default: \(value)),\n"))
  }

  @Test(
    "belong to the declaration that is meant",
    arguments: [
      // The name of a case is no modifier of what follows it.
      ("enum Kind { case a, `private`, private; init(b: Int) {} }", [["b"]]),
      ("struct A { let range = 1...\n init(a: Int) {} }", [["a"]]),
      ("#if DEBUG\n@Marked\n#endif\nstruct A { init(a: Int) {} }", [["a"]]),
      ("extension [Int] { init(a: Int) {} }", [["a"]]),
      ("extension Outer<Int>.Inner where A == (B) { init(a: Int) {} }", [["a"]]),
    ] as [(String, [[String]])])
  func declarations(source: String, expected: [[String]]) throws {
    let type = try #require(SourceText(source).typeDeclaration())
    #expect(type.members.initializers.map { $0.parameters.map(\.name) } == expected)
  }

  @Test(
    "are refused where the attributes and modifiers say so",
    arguments: [
      (
        "private private(set) var a = 1",
        "`A` needs an initializer, because its property `a` is private"
      ),
      (
        "private\n#if DEBUG\n@Marked\n#endif\ninit(a: Int) {}",
        "the initializer of `A` is private: remove `private`"
      ),
    ])
  func refused(member: String, message: String) {
    #expect(
      MacroUse.provided("struct A {\n\(member)\n}").diagnostics.map(\.message) == [message])
  }
}
