import Foundation
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayConfiguration

@Suite("Each limit of a load is exact, can be raised, and its message names the setting")
struct LoadLimitTests {
  /// Files that meet a limit exactly.
  struct Case: Sendable, CustomStringConvertible {
    var name: String
    var limit: any WritableKeyPath<LoadLimits, Int> & Sendable
    var exact: Int
    var files: [String: String]
    /// The message that is reported when the limit is one less.
    var message: String

    var description: String { name }
  }

  private static func one(_ yaml: String) -> [String: String] { ["services.yaml": yaml] }

  static let cases: [Case] = [
    Case(
      name: "fileBytes", limit: \.fileBytes, exact: 12, files: one("services: {}"),
      message: "`services.yaml` has 12 bytes, more than a file may have"),
    Case(
      name: "loadBytes", limit: \.loadBytes, exact: 22,
      files: ["services.yaml": "imports: [a.yaml]", "a.yaml": "x-a: "],
      message: "with `a.yaml` the load reads more than 21 bytes"),
    Case(
      name: "importedFiles", limit: \.importedFiles, exact: 3,
      files: [
        "services.yaml": "imports: [a.yaml, { glob: \"b/*\" }]", "a.yaml": "", "b/c": "", "b/d": "",
      ],
      message: "the load imports too many files"),
    Case(
      name: "importDepth", limit: \.importDepth, exact: 2,
      files: ["services.yaml": "imports: [a.yaml]", "a.yaml": "imports: [b.yaml]", "b.yaml": ""],
      message: "imports are nested too deeply"),
    Case(
      name: "expandedParts", limit: \.expandedParts, exact: 142,
      // Two folders with an entry each, and the import and the file that it finds.
      files: ["services.yaml": "imports: [{ glob: \"a/*/c.yaml\" }]", "a/b/c.yaml": ""],
      message: "with the files that this import looks at the load expands to more than 141 parts"),
    Case(
      name: "depth", limit: \.depth, exact: 3, files: one("x-a: [[1]]"),
      message: "lists and maps nest deeper than 2 levels"),
    Case(
      name: "depth", limit: \.depth, exact: 4, files: one("parameters: { a.b.c.d: 1 }"),
      message: "the parameter's name has more than 3 parts"),
    Case(
      name: "events", limit: \.events, exact: 8, files: one("x-a: b"),
      message: "the file has more than 7 parser events"),
    Case(
      name: "anchors", limit: \.anchors, exact: 2, files: one("x-a: [&a 1, &b 2]"),
      message: "the file defines more than 1 anchors"),
    Case(
      name: "aliases", limit: \.aliases, exact: 2, files: one("x-a: [&a 1, *a, *a]"),
      message: "the file uses more than 1 aliases"),
    Case(
      name: "directiveLines", limit: \.directiveLines, exact: 2,
      files: one("%YAML 1.1\n%TAG !a! !b\n---\nx-a: 1"),
      message: "more than 1 directive lines precede a document"),
    Case(
      name: "expandedParts", limit: \.expandedParts, exact: 8,
      // The fields of `s` and its arguments, once merged and once read.
      files: one(
        "templates: { t: { type: T, arguments: { a: 1 } } }\n"
          + "services: { s: { extends: t, arguments: { b: 2 } } }"),
      message: "with what `s` extends the load expands to more than 7 parts"),
    Case(
      name: "expandedParts", limit: \.expandedParts, exact: 11,
      // An inline service takes as much as five entries more.
      files: one(
        "templates: { t: { type: T, arguments: { a: !inline { type: T } } } }\n"
          + "services: { s: { extends: t } }"),
      message: "with what `s` extends the load expands to more than 10 parts"),
    Case(
      name: "keyBytes", limit: \.keyBytes, exact: 4, files: one("x-ab: 1"),
      message: "a key is longer than 3 bytes"),
    Case(
      name: "serviceKeyBytes", limit: \.serviceKeyBytes, exact: 5,
      files: one("services: { abcde: { type: T } }"),
      message: "a service's key is longer than 4 bytes"),
    Case(
      name: "interpolationDepth", limit: \.interpolationDepth, exact: 3,
      files: one(
        "services: { s: { type: T, arguments: { x: '$(env:A:-$(env:B:-$(env:C:-d)))' } } }"),
      message: "`$(` is nested more than 2 levels deep"),
    Case(
      name: "valueBytes", limit: \.valueBytes, exact: 6,
      files: one(
        "parameters: { a: 123 }\nservices: { s: { type: T, arguments: { x: $(a)$(a) } } }"),
      message: "the argument `x` of `s` becomes longer than 5 bytes by interpolation"),
    Case(
      name: "valueBytes", limit: \.valueBytes, exact: 6,
      files: [
        "services.yaml": "services: { s: { type: T, arguments: { x: $(file:a.txt) } } }",
        "a.txt": "123456",
      ],
      message: "the argument `x` of `s` becomes longer than 5 bytes by interpolation"),
    Case(
      name: "expandedParts", limit: \.expandedParts, exact: 4,
      // Eight bytes are a part, and the rest of a text is one.
      files: one(
        "parameters: { a: 12345678 }\n"
          + "services: { s: { type: T, arguments: { x: $(a), y: b$(a) } } }"),
      message: "with what the argument `y` of `s` refers to the load expands to more than 3 parts"),
    Case(
      name: "expandedParts", limit: \.expandedParts, exact: 8,
      files: one("defaults: { tags: [a, b] }\nservices: { s: { type: T }, t: { type: T } }"),
      message: "with the tags of `defaults` the load expands to more than 7 parts"),
  ]

  @Test("a limit holds exactly, and can be raised", arguments: cases)
  func holds(_ test: Case) throws {
    var settings = LoadSettings()
    for room in [0, 1] {
      settings.limits[keyPath: test.limit] = test.exact + room
      #expect(try Load(test.files, settings: settings).reported == [], "\(test.exact + room)")
    }
    settings.limits[keyPath: test.limit] = test.exact - 1
    let load = try Load(test.files, settings: settings)
    #expect(load.diagnostics.map(\.code) == [.limitExceeded])
    let messages = load.diagnostics.map { $0.message.replacing(load.folder.path + "/", with: "") }
    #expect(messages == [test.message])
    #expect(load.diagnostics.first?.notes.first == "the limit `\(test.name)` is \(test.exact - 1)")
    #expect(load.helps == ["if it is meant to be so, raise `LoadSettings.limits.\(test.name)`"])
  }

  @Test("there is a case for each")
  func all() {
    let names = Mirror(reflecting: LoadLimits()).children.compactMap(\.label)
    #expect(Set(names) == Set(Self.cases.map(\.name)))
  }

  @Test("a text that is read is not read beyond the limit")
  func text() throws {
    var settings = LoadSettings()
    settings.limits.valueBytes = 3
    let load = try Load(
      [
        "services.yaml": "services: { s: { type: T, arguments: { x: $(file:a.txt) } } }",
        "a.txt": "a text of some length",
      ], settings: settings)
    #expect(
      load.reported == [
        "services.yaml:1:43 limit-exceeded: `a.txt` cannot be read: it is longer than 3 bytes"
      ])
    #expect(load.helps == ["if it is meant to be so, raise `LoadSettings.limits.valueBytes`"])
  }

  @Test("references are nested in the defaults of others at most 32 deep, whatever the limit says")
  func referenceDepth() throws {
    var settings = LoadSettings()
    settings.limits.interpolationDepth = .max
    for depth in [32, 33, 10_000] {
      let text =
        String(repeating: "$(env:A:-", count: depth) + "x" + String(repeating: ")", count: depth)
      let load = try Load(
        ["services.yaml": "services: { s: { type: T, arguments: { x: '\(text)' } } }"],
        settings: settings)
      #expect(load.diagnostics.map(\.code) == (depth == 32 ? [] : [.limitExceeded]))
      let advice = "give the inner ones names of their own under `parameters`"
      #expect(load.helps == (depth == 32 ? [] : [advice]))
    }
  }
}

@Suite("No limit of the depth overflows a small stack")
struct DeepestTests {
  /// Loads nested values on a thread with the smallest stack that systems give to threads.
  private static func load(depth: Int, _ open: String, _ close: String) -> [DiagnosticCode] {
    let text =
      "services: { s: { type: T, arguments: { x: "
      + String(repeating: open, count: depth) + "$(p)" + String(repeating: close, count: depth)
      + " } } }\nparameters: { p: 1 }"
    let result = Guarded<[DiagnosticCode]>([])
    onThreads(1, stackSize: Self.stackSize) { _ in
      var settings = LoadSettings()
      settings.limits.depth = .max
      var collector = DiagnosticCollector()
      do throws(DiagnosticsError) {
        let configuration = try ServiceConfiguration(
          .bytes(Array(text.utf8), name: "x"), settings: settings)
        _ = configuration.definitions(into: &collector)
      } catch {
        for diagnostic in error.diagnostics { collector.add(diagnostic) }
      }
      let codes = collector.diagnostics.map(\.code)
      result.withLock { $0 = codes }
    }
    return result.withLock(\.self)
  }

  /// What macOS gives to threads; under the address sanitizer a frame takes several times as much.
  private static let stackSize =
    dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__asan_init") == nil ? 512 << 10 : 8 << 20

  @Test(
    "no depth of nesting overflows a small stack",
    arguments: [("[", "]"), ("{ a: ", " }"), ("[{ a: ", " }]")])
  func nesting(_ open: String, _ close: String) {
    let levels = open.hasPrefix("[{") ? 2 : 1
    #expect(Self.load(depth: 12 / levels, open, close) == [])
    for depth in [40, 60, 90, 120] {
      // How many fit depends on the compiler's frames; the rest is reported.
      let codes = Self.load(depth: depth / levels, open, close)
      #expect(codes == [] || codes == [.limitExceeded], "\(depth)")
    }
    #expect(Self.load(depth: 100_000 / levels, open, close) == [.limitExceeded])
  }
}
