import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import Testing

/// What the sections of single texts say wrongly: the place, the code and the message of each.
@Suite("The sections of a text and their names have a shape") struct ShapeTests {
  static func row(_ id: String, _ yaml: String, _ reported: String...) -> Case {
    Case(id, yaml, reported: reported)
  }

  static let top: [Case] = [
    row("empty file", ""),
    row("comment alone", "# nothing\n"),
    row(
      "a list", "[a]",
      "services.yaml:1:1 wrong-node-kind: a configuration file must be a map, found a list"),
    row(
      "unknown section", "servces: {}",
      "services.yaml:1:1 unknown-field: a configuration file has no field `servces`"),
    row(
      "an unknown tag on the file", "!foo\nservices: {}",
      "services.yaml:1:1 unknown-yaml-tag: no YAML tag is named `!foo`"),
    row(
      "a marked section", "parameters: !secret { a: 1 }",
      "services.yaml:1:13 wrong-node-kind: `parameters` must be a map of values, found a secret"),
    row(
      "an interpolated import", "imports: [$(place).yaml, a$b.yaml]",
      "services.yaml:1:11 interpolation-syntax: the path of an import is taken as it is: `$(…)` means nothing there",
      "services.yaml:1:26 file-not-found: `services.yaml` imports `a$b.yaml`, but there is no such file"
    ),
    row(
      "an optional pattern", "imports: [{ glob: a.yaml, optional: true }]",
      "services.yaml:1:19 ?empty-glob: no file matches `a.yaml`",
      "services.yaml:1:27 unknown-field: `optional` has no meaning next to `glob`"),
    row(
      "a template of nothing", "templates: { a: { extends: b }, c: { extends: c } }",
      "services.yaml:1:28 unknown-service: `a` extends `b`, which no layer defines",
      "services.yaml:1:47 circular-template: `c` extends itself"),
    row("ignored section", "x-anchors: { a: &a { b: [!anything c] } }"),
    row("version 1", "version: 1"),
    row(
      "version 2", "version: 2",
      "services.yaml:1:10 unsupported-version: this version of Patchbay reads version 1 of the format, found the text `2`"
    ),
    row(
      "services as a list", "services: [a]",
      "services.yaml:1:11 wrong-node-kind: `services` must be a map of entries, found a list"),
    row(
      "parameters as a text", "parameters: x",
      "services.yaml:1:13 wrong-node-kind: `parameters` must be a map of values, found the text `x`"
    ),
    row(
      "environments as a list", "environments: [test]",
      "services.yaml:1:15 wrong-node-kind: `environments` must be a map of environments, found a list"
    ),
    row(
      "an environment as a text", "environments: { test: x }",
      "services.yaml:1:23 wrong-node-kind: the environment `test` must be a map, found the text `x`"
    ),
    row(
      "an environment's name", "environments: { a.b: {} }",
      "services.yaml:1:17 wrong-node-kind: `a.b` cannot name an environment"),
    row(
      "a file's field in an environment", "environments: { test: { imports: [a] } }",
      "services.yaml:1:25 unknown-field: an environment has no field `imports`"),
    row(
      "roots as a text", "roots: a",
      "services.yaml:1:8 wrong-node-kind: `roots` must be a list of names, found the text `a`"),
    row(
      "scopes twice", "scopes: [a, a]",
      "services.yaml:1:13 duplicate-key: the scope `a` is declared twice"),
    row(
      "a built-in scope", "scopes: [weak]",
      "services.yaml:1:10 duplicate-key: the scope `weak` is built in"),
    row("blank defaults", "defaults:"),
    row(
      "blank sections",
      "imports:\nscopes:\nroots:\nparameters:\ntemplates:\nservices:\nenvironments:"),
    row(
      "unknown default", "defaults: { scop: x }",
      "services.yaml:1:13 unknown-field: `defaults` has no field `scop`"),
    row(
      "a default of a wrong kind", "defaults: { autowire: yes }",
      "services.yaml:1:23 wrong-node-kind: `autowire` of `defaults` must be `true` or `false`, found the text `yes`"
    ),
  ]

  @Test(arguments: top) func topLevel(_ row: Case) throws { try row.check() }

  static let names: [Case] = [
    row(
      "key with a blank", "services: { a b: { type: T } }",
      "services.yaml:1:13 wrong-node-kind: `a b` cannot be the key of a service"),
    row(
      "key with a letter beyond ASCII", "services: { é: { type: T } }",
      "services.yaml:1:13 wrong-node-kind: `é` cannot be the key of a service"),
    row(
      "key of the greatest length",
      "services: { \(String(repeating: "k", count: 256)): { type: T } }"),
    row(
      "key too long", "services: { \(String(repeating: "k", count: 257)): { type: T } }",
      "services.yaml:1:13 limit-exceeded: a service's key is longer than 256 bytes"),
    row(
      "template's key", "templates: { a b: { type: T } }",
      "services.yaml:1:14 wrong-node-kind: `a b` cannot be the key of a template"),
    row(
      "parameter's name", "parameters: { a b: 1 }",
      "services.yaml:1:15 wrong-node-kind: `a b` cannot be the name of a parameter"),
    row(
      "parameter's dots", "parameters: { a..b: 1, .c: 2 }",
      "services.yaml:1:15 wrong-node-kind: `a..b` cannot be the name of a parameter",
      "services.yaml:1:24 wrong-node-kind: `.c` cannot be the name of a parameter"),
    row("data may have any key", "parameters: { headers: { X-Some Thing: 1, é: 2 } }"),
    row(
      "one parameter twice", "parameters: { mail: { from: a }, mail.from: b }",
      "services.yaml:1:34 duplicate-key: the parameter `mail.from` is given twice in the same layer"
    ),
    row(
      "one parameter twice, dotted first", "parameters: { mail.from: b, mail: { from: a } }",
      "services.yaml:1:37 duplicate-key: the parameter `mail.from` is given twice in the same layer"
    ),
    row(
      "a parameter and its part", "parameters: { mail: a, mail.from: b }",
      "services.yaml:1:24 duplicate-key: the parameter `mail.from` is given twice in the same layer"
    ),
    row(
      "service in a parameter", "parameters: { a: [!ref b] }",
      "services.yaml:1:19 wrong-node-kind: `!ref` is used in the parameter `a`, which holds only data"
    ),
    row(
      "mark in a parameter", "parameters: { a: !append [b] }",
      "services.yaml:1:18 append-without-list: the parameter `a` is marked `!append`, but no lower layer gives a list"
    ),
    row(
      "literal token in a parameter", "parameters: { api: { api-token: x } }",
      "services.yaml:1:33 ?literal-secret: the parameter `api.api-token` looks like a secret, but is plain text in the file"
    ),
  ]

  @Test(arguments: names) func name(_ row: Case) throws { try row.check() }

  @Test func aMissingSpaceBehindAKeyIsSeen() throws {
    let load = try Load("services:\n  s:{ type: T }\n  a:b: { type: T }")
    #expect(
      load.reported == [
        "services.yaml:2:3 wrong-node-kind: `s:{ type` cannot be the key of a service",
        "services.yaml:3:3 wrong-node-kind: `a:b` cannot be the key of a service",
      ])
    #expect(
      load.helps == ["put a space after the `:` that ends the key [services.yaml:2:5  ]"])
  }

  @Test func scopesAreDeclaredOnce() throws {
    let load = try Load("scopes: [a]", overlays: [.overlay("scopes: [b]")])
    #expect(load.reported == ["overlay.yaml:1:1 duplicate-key: `scopes` is declared in two layers"])
  }

  @Test func rootsAreUnited() throws {
    let load = try Load(
      "roots: [a, b]\nenvironments: { test: { roots: [c, a] } }", environment: "test",
      overlays: [.overlay("roots: [d]")])
    #expect(load.set.roots.map(\.text) == ["a", "b", "c", "d"])
  }

  @Test func anchorsAndMergeKeysWork() throws {
    let load = try Load(
      """
      x-common: &common { type: T, arguments: { a: 1 } }
      services:
        one: { <<: *common, scope: transient }
        two: *common
      """)
    #expect(load.reported == [])
    #expect(load.definition("one")?.type?.text == "T")
    #expect(load.argument("two", "a").map { load.text($0) } == "1")
  }
}
