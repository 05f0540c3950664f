import Patchbay
import Testing

@Suite("A disabled decorator does not wrap")
struct DisabledDecoratorTests {
  private func stack(_ second: String = "", _ enabled: Set<String>) -> String {
    let decorators = ["a", "b", "c"].map { name in
      """
        \(name):
          type: Owner
          decorates: part
          enabled: \(enabled.contains(name))
          arguments: { name: \(name), part: !inner }
      \(name == "b" ? second : "")
      """
    }
    return "services:\n  part: { type: Part }\n" + decorators.joined(separator: "\n")
  }

  private func names(_ part: Part) -> String {
    ([part.name] + part.inputs.map { names($0) }).joined(separator: " ")
  }

  @Test("A disabled decorator does not wrap, wherever it is in the stack")
  func decorators() throws {
    for (enabled, expected) in [
      ("abc", "c b a part"), ("ac", "c a part"), ("bc", "c b part"), ("ab", "b a part"),
      ("b", "b part"), ("", "part"),
    ] {
      let yaml = stack("", Set(enabled.map { "\($0)" }))
      let container = try Container(yaml, .parts())
      #expect(try names(container.part("part")) == expected)
      let first = try Container(stack("    priority: 5", Set(enabled.map { "\($0)" })), .parts())
      let sorted =
        expected == "c b a part" ? "c a b part" : expected == "b a part" ? "a b part" : nil
      #expect(try names(first.part("part")) == sorted ?? expected)
    }
  }

  @Test("The tags of a disabled decorator are not added")
  func tagsOfDecorators() throws {
    let container = try Container(
      """
      services:
        part: { type: Part }
        wrap: { type: Owner, decorates: part, enabled: false, tags: [bin], arguments: { part: !inner } }
        all: { type: Group, arguments: { parts: !tagged bin } }
      """, .parts())
    #expect(try container.part("all").inputs.isEmpty)
  }
}
