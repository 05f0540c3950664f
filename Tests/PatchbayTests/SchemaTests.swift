import Foundation
import Patchbay
import Testing

@Suite("The JSON Schema for editors")
struct SchemaTests {
  private static let file = Project.folder.appending(path: "Config/services.schema.json")

  @Test func isWhatTheDecodersTablesSay() throws {
    if GoldenTests.writes {
      try FormatSchema.text.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: Self.file, encoding: .utf8) == FormatSchema.text)
  }

  @Test(arguments: try Self.configurations())
  func takesTheFilesOfThisProject(_ path: String) throws {
    let file = Project.folder.appending(path: path)
    #expect(try mistakes(in: String(contentsOf: file, encoding: .utf8)) == [])
  }

  @Test func theReadmeGivesEditorsEveryTag() throws {
    let readme = try String(
      contentsOf: Project.folder.appending(path: "README.md"), encoding: .utf8)
    let shown = try #require(readme.firstMatch(of: /"yaml.customTags": \[([^\]]*)\]/)).output.1
    let tags = shown.matches(of: /"([^"]*)"/).map { String($0.output.1) }
    #expect(tags == FormatSchema.editorTags)
  }

  static func configurations() throws -> [String] {
    try [
      "Config", "Examples/Shortlinks/Tests", "Examples/Worker/Config", "Examples/Worker/Tests",
    ].flatMap { folder in
      try FileManager.default
        .subpathsOfDirectory(atPath: Project.folder.appending(path: folder).path)
        .filter { $0.hasSuffix(".yaml") }.sorted().map { "\(folder)/\($0)" }
    }
  }

  /// Each text is wrong in one way that needs neither a catalog nor another layer to be seen.
  static let wrong = [
    ("servces: {}", ".servces: unknown"),
    ("version: 2", ".version: not one of"),
    ("services: { a: { typ: T } }", ".services.a.typ: unknown"),
    ("services: { 'a b': { type: T } }", ".services.a b: does not match"),
    ("services: { a: [] }", ".services.a: expected"),
    ("services: { a: { type: [] } }", ".services.a.type: expected"),
    ("services: { a: { type: T, eager: yes } }", ".services.a.eager: "),
    ("services: { a: { alias: b, tags: [] } }", ".services.a.tags: not one of"),
    ("services: { a: { decorates: b, priority: high } }", ".services.a.priority: "),
    ("services: { a: { timeouts: { start: soon } } }", ".services.a.timeouts.start: "),
    ("services: { a: { timeouts: { begin: 5s } } }", ".services.a.timeouts.begin: unknown"),
    ("services: { a: { retry: { attempts: many } } }", ".services.a.retry.attempts: "),
    ("services: { a: { retry: { pause: 5s.. } } }", ".services.a.retry.pause: "),
    ("services: { a: { retry: { tries: 5 } } }", ".services.a.retry.tries: unknown"),
    ("services: { a: { retry: 5 } }", ".services.a.retry: "),
    ("services: { a: { tags: [{}] } }", ".services.a.tags: "),
    ("services: { a: { tags: { t: { priority: top } } } }", ".services.a.tags.t.priority: "),
    ("templates: { a: { decorates: b } }", ".templates.a.decorates: unknown"),
    ("parameters: { a..b: 1 }", ".parameters.a..b: does not match"),
    ("imports: a.yaml", ".imports: expected"),
    ("imports: [{ file: a.yaml, glob: '*.yaml' }]", ".imports: not exactly one of"),
    ("imports: [{ fil: a.yaml, glob: '*.yaml' }]", ".imports.fil: unknown"),
    ("environments: { test: { scopes: [] } }", ".environments.test.scopes: unknown"),
    ("defaults: { type: T }", ".defaults.type: unknown"),
    ("roots: server", ".roots: "),
  ]

  @Test(arguments: Self.wrong)
  func seesAMistake(_ yaml: String, _ mistake: String) throws {
    let mistakes = try mistakes(in: yaml)
    #expect(mistakes.contains { $0.hasPrefix(mistake) }, "\(mistakes)")
  }

  /// Tags, `$(…)` and spellings of numbers that only the loader can judge.
  static let right = [
    "", "x-anything: [1, { a: b }]", "services:", "services: { a: , b: !remove }",
    "services: { a: { eager: $(flag), priority: 0x1F, timeouts: { start: 1.5s, stop: $(t) } } }",
    "services: { a: { retry: { attempts: 0x5, pause: 1.5s..2m } }, b: { retry: !remove } }",
    "services: { a: { retry: { attempts: $(n), pause: $(low)..5s } }, b: { retry: { pause: 5s } } }",
    "services: { a: { tags: !append [b], after: !prepend [c], eager: !remove } }",
    "services: { a: { provides: !remove , timeouts: { start: !remove } } }",
    "services: { a: { tags: { b: , c: !remove , d: { priority: -1, weight: [] } } } }",
    "services: { a: { arguments: , properties: !replace { b: !ref c } } }",
    "parameters: !replace { a.b: { 'any key': 1 } }",
    "services: { a: { eager: 'true', arguments: !remove , timeouts: !remove } }",
  ]

  @Test(arguments: Self.right)
  func letsThroughWhatMayBeRight(_ yaml: String) throws {
    #expect(try mistakes(in: yaml) == [])
  }

  private func mistakes(in yaml: String) throws -> [String] {
    var check = try SchemaCheck(FormatSchema.text)
    try check.check(yaml)
    return check.mistakes
  }
}
