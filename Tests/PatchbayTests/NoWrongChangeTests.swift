import Patchbay
import Testing

@Suite("A message proposes no change that makes a file worse")
struct NoWrongChangeTests {
  private static func proposals(_ yaml: String) -> [String] {
    checked(yaml, catalog: .table).flatMap(\.fixIts).flatMap(\.edits).map(\.replacement)
  }

  private static func text(_ value: String) -> String {
    "services:\n  b: { type: Green }\n  a:\n    type: Values\n    arguments:\n      text: \(value)\n"
  }

  /// Only a whole text can become a reference: as a part of one, `!ref` is text.
  @Test(
    "a part of a text is not proposed to become a reference",
    arguments: [
      "prefix-$(b)", "http:$(b)", "first, $(b)", "a - $(b)", "x[$(b)]", "\"$(b) and more\"",
      "prefix-${b}", "a, $(ref:b)",
    ])
  func partOfAText(value: String) {
    #expect(!checked(Self.text(value), catalog: .table).isEmpty)
    #expect(!Self.proposals(Self.text(value)).contains { $0.contains("!ref") })
  }

  @Test(
    "a whole text is proposed to become a reference",
    arguments: ["$(b)", "\"$(b)\"", "'$(b)'", "$(b) # as in other systems", "$(ref:b)"])
  func wholeText(value: String) {
    #expect(Self.proposals(Self.text(value)).contains("!ref b"))
  }

  /// The name of what a secret text refers to is a part of the secret.
  @Test(
    "a proposal does not repeat a secret text",
    arguments: ["%hunter2%", "{{ env.HUNTER2 }}", "%env(HUNTER2)%", "${HUNTER2}"])
  func secretText(text: String) {
    let yaml = """
      parameters: { hunter2: x, b: !secret "\(text)" }
      services: { a: { type: Values, arguments: { text: $(b)$(hunter2) } } }
      """
    let found = checked(yaml, catalog: .table)
    #expect(found.map(\.code) == [.suspiciousInterpolation])
    let printed = TerminalRenderer().render(found) + SARIFRenderer().render(found)
    #expect(!printed.lowercased().contains("hunter2 }}") && !printed.contains("$(hunter2)"))
    #expect(!printed.contains("HUNTER2"))
  }

  /// A password may begin with a dollar, and look like the name of a variable.
  @Test(arguments: ["$HUNTER_2", "$HUNTER_2/x"])
  func passwordWithADollar(text: String) {
    for yaml in [
      "parameters: { mail: { password: \(text) }, b: $(mail.password) }\n",
      "parameters: { b: !secret \(text) }\n",
    ] {
      let services = "services: { a: { type: Values, arguments: { text: $(b) } } }\n"
      let found = checked(yaml + services, catalog: .table).filter {
        $0.code == .suspiciousInterpolation
      }
      #expect(found.map(\.message) == ["`$…` is plain text here"])
      #expect(found.flatMap(\.fixIts).allSatisfy { !"\($0)".contains("HUNTER") })
    }
  }

  @Test(
    "no proposal breaks a map in a value",
    arguments: [
      "{ ref: \"b, c: d\" }", "{ ref: \"\" }", "# a comment:\n        type: Green",
    ])
  func map(value: String) {
    let yaml =
      "services:\n  b: { type: Green }\n  a:\n    type: Wrapper\n    arguments:\n      inner: \(value)\n"
    #expect(!checked(yaml, catalog: .table).isEmpty)
    #expect(Self.proposals(yaml).allSatisfy { !$0.contains("!ref b,") && $0 != " !inline" })
  }

  /// A field behind a key needs braces.
  @Test(arguments: [("", "{ type: Green }"), ("\n    ", "type: Green")])
  func fieldWithoutSpace(before: String, change: String) {
    #expect(Self.proposals("services:\n  a: \(before)type:Green\n") == [change])
  }

  /// A name of a broker or a cloud is no variable.
  @Test(arguments: ["$SYS/broker/load", "$LATEST"])
  func nameWithADollar(text: String) {
    let yaml = "services:\n  a: { type: Values, arguments: { text: \(text) } }\n"
    #expect(checked(yaml, catalog: .table).isEmpty)
  }
}
