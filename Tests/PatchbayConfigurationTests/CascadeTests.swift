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

  private static let missing =
    "services.yaml:1:11 file-not-found: `services.yaml` imports `none.yaml`, but there is no such file"
  private static let missingInOverlay =
    "overlay.yaml:1:11 file-not-found: `overlay.yaml` imports `none.yaml`, but there is no such file"

  static let parts: [Case] = [
    Case(
      "a map of required parameters, and a file that is missing",
      "imports: [none.yaml]\nparameters: { feed: { url: !required x, headers: { accept: !required y } } }",
      reported: [missing]),
    Case(
      "a map of required parameters, and an overlay whose import is missing",
      "parameters: { feed: { url: !required x } }\n"
        + "services: { s: { type: T, arguments: { x: $(feed.url) } } }",
      overlay: "imports: [none.yaml]", reported: [missingInOverlay]),
    Case(
      "an element that is required, and a file that is missing",
      "imports: [none.yaml]\nparameters: { feeds: [!required x] }",
      reported: [
        missing,
        "services.yaml:2:23 wrong-node-kind: `!required` is used in the parameter `feeds`",
      ]),
    Case(
      "entries and parameters of an overlay's import that is missing",
      "services: { s: { type: T } }",
      overlay: "imports: [none.yaml]\nparameters: { a: !append [x], b: !remove , c: !replace 1 }\n"
        + "services: { a: { arguments: { x: $(d) } }, b: !remove , c: !replace { type: T }, "
        + "d: { extends: e }, s: { type: T, arguments: { y: !ref f } } }",
      reported: [missingInOverlay]),
    Case(
      "imports that are no list",
      "imports: f.yaml\nservices: { a: { arguments: { x: 1 } }, s: { type: T, arguments: { x: $(q) } } }",
      reported: [
        "services.yaml:1:10 wrong-node-kind: `imports` must be a list of files, found the text `f.yaml`"
      ]),
    Case(
      "an import with a field of another format",
      "imports: [{ resource: f.yaml }]\nservices: { a: { arguments: { x: $(q) } }, b: !remove }",
      reported: [
        "services.yaml:1:13 unknown-field: an import has no field `resource`",
        "services.yaml:1:23 file-not-found: `services.yaml` imports `f.yaml`, but there is no such file",
      ]),
    Case(
      "services as a list", "services: [a]\nroots: [a]",
      overlay: "services: { a: { arguments: { x: 1 } } }",
      reported: [
        "services.yaml:1:11 wrong-node-kind: `services` must be a map of entries, found a list"
      ]),
    Case(
      "templates as a list",
      "templates: [a]\nservices: { s: { extends: a, arguments: { x: 1 } } }",
      reported: [
        "services.yaml:1:12 wrong-node-kind: `templates` must be a map of entries, found a list"
      ]),
    Case(
      "parameters as a text",
      "parameters: x\nservices: { s: { type: T, arguments: { x: $(a) } } }",
      reported: [
        "services.yaml:1:13 wrong-node-kind: `parameters` must be a map of values, found the text `x`"
      ]),
    Case(
      "environments as a list", "environments: [test]", environment: "test",
      reported: [
        "services.yaml:1:15 wrong-node-kind: `environments` must be a map of environments, found a list"
      ]),
    Case(
      "an environment as a text",
      "environments: { test: x }\nparameters: { a: !required needed }\n"
        + "services: { s: { type: T, arguments: { x: $(a) } } }", environment: "test",
      reported: [
        "services.yaml:1:23 wrong-node-kind: the environment `test` must be a map, found the text `x`"
      ]),
    Case(
      "a file that is a list", "[a]", environment: "test",
      overlay: "services: { a: { arguments: { x: 1 } } }",
      reported: [
        "services.yaml:1:1 wrong-node-kind: a configuration file must be a map, found a list"
      ]),
  ]

  @Test("What a part that failed would have given is not missed", arguments: parts)
  func missingParts(_ row: Case) throws { try row.check() }

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
