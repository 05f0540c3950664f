import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@Suite("Services on a wrong level are reported once")
struct MisplacedServiceTests {
  @Test("and what is like a secret in them is not shown in the lines of the fix-it")
  func secrets() throws {
    let service = { (indentation: String) in
      "\(indentation)db:\n\(indentation)  type: D\n"
        + "\(indentation)  arguments: { password: hunter2 }\n"
    }
    for yaml in [
      "services:\n  a: { type: A }\n" + service(""),
      "services:\n  a:\n    type: A\n" + service("    "),
      "environments:\n  test:\n" + service("    "),
      "environments:\n  test:\n    services:\n      a:\n        type: A\n" + service("        "),
      // The import makes the load fail, so that only shapes are looked at.
      "imports: [none.yaml]\nservices:\n  a:\n    type: A\n" + service("    "),
    ] {
      let load = try Load(yaml)
      let text = TerminalRenderer().render(load.diagnostics)
      #expect(
        load.reported.count { $0.contains("unknown-field: the service `db` is written") } == 1)
      #expect(text.contains("password: [secret]") == text.contains("password"))
      #expect(!text.contains("hunter2"))
    }
  }

  @Test("with a certain fix-it only where the file then says what was meant")
  func certainty() throws {
    func isCertain(_ yaml: String) throws -> [Bool] {
      try Load(yaml).diagnostics.filter { $0.code == .unknownField }.flatMap(\.fixIts)
        .map(\.isCertain)
    }
    // Whether what follows belongs to `a` or to `b` is for the reader to see.
    #expect(try isCertain("services:\n  a:\n    type: A\n    b: { type: B }\n") == [false])
    // Lines in braces end with commas, and what follows a closing brace belongs to nothing.
    #expect(
      try isCertain("services: {\n  a: { type: A },\n  }\nb: { type: B }\n") == [false])
    #expect(try isCertain("services:\n  a: { type: A }\nb: { type: B }\n") == [true])
    #expect(try isCertain("services: { a: { type: A } }\nb: { type: B }\n") == [false])
    #expect(
      try isCertain("services:\n  a: { type: A }\nroots: [a]\nb: { type: B }\n") == [false])
    #expect(try isCertain("services:\n  b: { type: A }\nb: { type: B }\n") == [false])
    #expect(
      try isCertain("b:\n  type: B\n" + String(repeating: "  # c\n", count: 499)) == [true])
    let lines = String(repeating: "    - 1\n", count: 499)
    #expect(try isCertain("b:\n  type: B\n  arguments:\n    x:\n" + lines) == [false])
  }

  @Test(
    "and the help names the entry that they belong next to",
    arguments: [
      ("services:\n  a:\n    b: { type: B }\n    type: A\n", "indent it like `a`"),
      (
        "services:\n  a:\n    b: { type: B }\n",
        "put it directly under `services`, or write the whole key: `a.b:`"
      ),
      ("services: { a: { type: A, b: { type: B } } }\n", "put it directly under `services`"),
      ("services:\n  a: { type: A,\n    b: { type: B } }\n", "put it directly under `services`"),
    ])
  func helps(_ yaml: String, _ help: String) throws {
    #expect(try Load(yaml).helps.contains(help))
  }

  @Test("and a fix-it keeps the line endings of the file")
  func lineEndings() throws {
    let load = try Load("b:\r\n  type: B\r\n")
    #expect(
      load.helps == [
        "put it under `services` [services.yaml:1:1 services:\r\n  ] [services.yaml:2:1   ] (certain)"
      ])
  }

  @Test("and is none where the key is the reader's own, or a misspelt field")
  func others() throws {
    #expect(try Load("x-common: { type: A }\n").reported == [])
    #expect(
      try Load("services:\n  a:\n    type: A\n    argments: { type: x }\n").reported == [
        "services.yaml:4:5 unknown-field: a service entry has no field `argments`"
      ])
  }
}
