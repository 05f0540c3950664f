import PatchbayConfiguration
import PatchbayCore
import Testing

/// One mistake is reported once, without its consequences.
@Suite struct CascadeTests {
  static let slips: [Case] = [
    Case(
      "a misspelt section", "servces: { s: { type: T } }\nroots: [s]",
      reported: ["services.yaml:1:1 unknown-field: a configuration file has no field `servces`"]),
    Case(
      "misspelt parameters",
      "paramters: { a: 1 }\nservices: { s: { type: T, arguments: { x: $(a) } } }",
      reported: ["services.yaml:1:1 unknown-field: a configuration file has no field `paramters`"],
      value: "1"),
    Case(
      "a misspelt section of an environment",
      "environments: { test: { paramters: { a: 1 } } }\n"
        + "services: { s: { type: T, arguments: { x: $(a) } } }",
      environment: "test",
      reported: ["services.yaml:1:25 unknown-field: an environment has no field `paramters`"],
      value: "1"),
    Case(
      "a misspelt section next to the right one",
      "servces: { a: { type: 5 } }\nservices: { s: { type: T } }",
      reported: ["services.yaml:1:1 unknown-field: a configuration file has no field `servces`"]),
    Case(
      "what a misspelt section holds is looked at", "servces: { s: { type: [T] } }",
      reported: [
        "services.yaml:1:1 unknown-field: a configuration file has no field `servces`",
        "services.yaml:1:23 wrong-node-kind: `type` of `s` must be the name of a type, found a list",
      ]),
    Case(
      "a misspelt type", "services: { s: { tpye: T, arguments: { x: 1 } } }",
      reported: ["services.yaml:1:18 unknown-field: a service entry has no field `tpye`"]),
    Case(
      "a misspelt option of an import", "imports: [{ file: nope.yaml, optinal: true }]",
      reported: ["services.yaml:1:30 unknown-field: an import has no field `optinal`"]),
    Case(
      "a patch of an alias", "services: { a: { alias: b }, b: { type: T } }",
      overlay: "services: { a: { arguments: { x: 1 } } }",
      reported: [
        "overlay.yaml:1:18 unknown-field: `a` is an alias, and an alias has no field `arguments`"
      ]
    ),
    Case(
      "a text appended to a text", "services: { s: { type: T, arguments: { x: 1 } } }",
      overlay: "services: { s: { arguments: { x: !append 2 } } }",
      reported: ["overlay.yaml:1:34 wrong-node-kind: `!append` adds a list, found the text `2`"]),
  ]

  @Test(arguments: slips) func once(_ row: Case) throws { try row.check() }

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
            + " that everyone may read, found "
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
