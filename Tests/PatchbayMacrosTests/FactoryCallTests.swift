import Testing

@testable import PatchbayMacroExpansion

@Suite("Calls of `Factory` in a source text")
struct FactoryCallTests {
  @Test(
    "are read in every form",
    arguments: [
      (
        #"Factory("A", .value("x"), make: A.init(x:))"#,
        FactoryCall(line: 1, name: "A", make: .function("A.init(x:)", labels: ["x"]))
      ),
      (
        "\n\nPatchbay.Factory(\n  async: \"A\",\n  make: App.A.open(_:`default`:)\n)",
        FactoryCall(
          line: 3, name: "A", make: .function("App.A.open(_:`default`:)", labels: ["_", "default"]))
      ),
      (
        #"Factory<A<Int>>("A", make: A<Int>.init(x:)).onStart { _ in }"#,
        FactoryCall(line: 1, name: "A", make: .function("A<Int>.init(x:)", labels: ["x"]))
      ),
      (
        #"Factory.init(main: "A", fileID: file, line: 4, make: A.init)"#,
        FactoryCall(line: 1, name: "A", make: .unlabelled("A.init"))
      ),
      (
        #"Factory("A", .value("x"), make: { A(x: $0) })"#,
        FactoryCall(line: 1, name: "A", make: .other)
      ),
      (#"Factory("A", .value("x")) { A(x: $0) }"#, FactoryCall(line: 1, name: "A", make: .other)),
      (
        #"Factory(name, make: maker(x: 1))"#, FactoryCall(line: 1, name: nil, make: .other)
      ),
      (
        #"Factory("a\(b)", make: makers[0])"#, FactoryCall(line: 1, name: nil, make: .other)
      ),
      (
        #"Factory("A", .value("x"), make: App::A.init(x:))"#,
        FactoryCall(line: 1, name: "A", make: .function("App::A.init(x:)", labels: ["x"]))
      ),
      (#"Factory("A", make: a + b)"#, FactoryCall(line: 1, name: "A", make: .other)),
    ])
  func forms(source: String, expected: FactoryCall) {
    #expect(SourceText(source).factoryCalls == [expected])
  }

  @Test(
    "are nothing else",
    arguments: [
      "// Factory(\"A\")", "let f: Factory<A>", "Factory()", "struct Factory {}",
      "Factory(entry: e)",
      "Factory", "Factory(", "\"Factory(1)\"", "",
    ])
  func others(source: String) { #expect(SourceText(source).factoryCalls == []) }

  @Test("have the lines of macros next to them")
  func macros() {
    let text = SourceText(
      "#factory(A.init)\n\n@Provided\nstruct A {\n  init(x: Int) {}\n}\nlet b = #f()")
    #expect(text.linesOfMacros == [1, 4, 5])
  }
}
