import Patchbay
import Testing

@Suite("Behaviours: parameters and interpolation")
struct ParameterBehaviours {
  /// What comes out of a text that names parameters.
  private func text(_ value: String, _ parameters: [String: ParameterValue]) throws -> String {
    let catalog = FactoryCatalog("notes") {
      Factory("Note", .value("text"), make: Note.init(text:))
    }
    return try Container(
      loading: .inline("services: { note: { type: Note, arguments: { text: '\(value)' } } }"),
      variables: [:], parameters: parameters, catalog: catalog
    ).resolve("note", as: Note.self).text
  }

  private struct Note: Sendable { var text: String }
  private struct Form: Sendable, Equatable {
    var flag: Bool
    var number: Int
    var names: [String]
    var sizes: [String: Int]
  }

  private static let forms = FactoryCatalog("forms") {
    Factory(
      "Form", .value("flag"), .value("number"), .value("names"), .value("sizes"), make: Form.init)
  }

  @Test(
    "B67: a value that is exactly one parameter keeps its shape and is read as the declared type")
  func keepsItsShape() throws {
    let container = try Container(
      """
      parameters: { flag: true, number: 12, names: [a, b], sizes: { s: 1, l: 3 } }
      services:
        form:
          type: Form
          arguments: { flag: $(flag), number: $(number), names: $(names), sizes: $(sizes) }
      """, Self.forms)
    #expect(
      try container.resolve("form", as: Form.self)
        == Form(flag: true, number: 12, names: ["a", "b"], sizes: ["s": 1, "l": 3]))
  }

  @Test(
    "B68: each pair of `$` before a `(` is one `$`, and an odd one inserts the parameter",
    arguments: [
      "$(foo)": "bar", "$$(foo)": "$(foo)", "$$$(foo)": "$bar", "$$$$(foo)": "$$(foo)",
      "$$$$$(foo)": "$$bar", "$$$(foo) $(foo)$$ $$(foo)$$ $$$(foo)$$": "$bar bar$$ $(foo)$$ $bar$$",
      "$ $$ $foo US$": "$ $$ $foo US$", "$$(USD)": "$(USD)",
    ])
  func dollars(_ written: String, _ expected: String) throws {
    #expect(try text(written, ["foo": "bar"]) == expected)
  }

  @Test("B69: a list within a text is an error of its own kind")
  func listInAText() {
    let error = #expect(throws: DiagnosticsError.self) {
      try text("a $(foo)", ["foo": ["x", "y"]])
    }
    #expect(error?.codes == [.wrongNodeKind])
    #expect(error?.diagnostics.first?.message == "`foo` is a list and cannot be part of a text")
  }

  @Test(
    "B70: parameters that refer to each other in a cycle are an error that shows the cycle",
    arguments: ["$(%)", "a $(%) b"])
  func ring(_ form: String) {
    func naming(_ name: String) -> String { form.replacing("%", with: name) }
    let error = #expect(throws: DiagnosticsError.self) {
      try Container(
        """
        parameters:
          foo: \(naming("bar"))
          bar: \(naming("foobar"))
          foobar: \(naming("foo"))
        """, .parts())
    }
    #expect(error?.codes == [.circularParameter])
    #expect(error?.diagnostics.first?.labels.count == 3)
    let text = TerminalRenderer().render(error?.diagnostics ?? [])
    #expect(["foo", "bar", "foobar"].allSatisfy { text.contains("`\($0)`") }, "\(text)")
  }

  @Test("B71: an unknown parameter is an error that names it, at the place where it is used")
  func unknown() {
    let error = #expect(throws: DiagnosticsError.self) {
      try Container(
        """
        parameters: { name: n }
        services:
          vice:
            type: Part
            arguments: { name: $(nmae) }
        """, .parts())
    }
    #expect(error?.codes == [.unknownParameter])
    #expect(error?.diagnostics.first?.message.hasPrefix("no parameter is named `nmae`") == true)
    let text = TerminalRenderer().render(error?.diagnostics ?? [])
    #expect(text.contains("    arguments: { name: $(nmae) }"))
  }
}
