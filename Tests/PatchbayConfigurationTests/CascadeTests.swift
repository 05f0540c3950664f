import PatchbayConfiguration
import PatchbayCore
import Testing

/// `Table/cascades.txt` has the errors that are reported once, without their consequences.
@Suite("A text for people, and a path, show nothing that is not for people") struct CascadeTests {
  static let hidden: [Case] = ["$(env:OUT)", "!secret zork", "$(hidden)"].flatMap { text in
    ["scope", "description", "deprecated"].map { field in
      Case(
        "\(field): \(text)",
        "parameters: { hidden: !secret zork }\nservices: { s: { type: T, \(field): \(text) } }",
        variables: ["OUT": "zork"],
        reported: [
          (text == "$(hidden)" ? "services.yaml:1:" : "services.yaml:2:")
            + "\(text == "$(hidden)" ? 31 : 29 + field.utf8.count + (text.first == "!" ? 8 : 0)) "
            + "wrong-node-kind: `\(field)` of `s` must be "
            + (field == "scope" ? "the name of a scope" : "a text")
            + " that messages may show, found "
            + (text == "$(env:OUT)" ? "a text from outside the configuration" : "a secret")
        ])
    }
  }

  @Test("A text for people holds nothing that is not for people", arguments: hidden)
  func textsForPeople(_ row: Case) throws { try row.check() }

  @Test func aPathIsReportedOnlyIfTheFileNamesIt() throws {
    try Case(
      "from a variable",
      "services: { s: { type: T, arguments: { x: $(file:$(env:OUT)), y: $(file:$(env:OUT:-$(p))) } } }\n"
        + "parameters: { p: !secret zork }",
      variables: ["OUT": "zork"],
      reported: [
        "services.yaml:1:43 file-not-found: the file cannot be read: there is no such file",
        "services.yaml:1:66 file-not-found: the file cannot be read: there is no such file",
      ]
    ).check()
  }
}
