import Foundation
import Patchbay

/// A case of a file in `Table`: small files, and the exact places of what is wrong with them.
///
/// A case begins with `=== ` and its name. Lines that begin with `@ ` say what is done: `environment
/// NAME`, `variable NAME VALUE`, `overlay FILE`, `check` (all environments), and `expect FILE:LINE:COLUMN LENGTH CODE` for a
/// mistake that no mark can be put under. Lines `@ says TEXT` are the messages and the fixes that are shown, in
/// order, where a case has any. The text of `services.yaml` follows, then that of other
/// files, each behind `>>> ` and its name. In a text, a line of `#`, carets and a code marks a place
/// in the line above it; marks are no part of the text. `<TAB>`, `<CR>`, `<BOM>`, `<ESC>` and `<ACUTE>` (a
/// combining one) stand for these characters, `<END>` for a text that ends without a line break.
struct TableCase: CustomStringConvertible, Sendable {
  static let folder = GoldenCase.folder.deletingLastPathComponent().appending(path: "Table")

  let topic: String
  let name: String
  /// The case's lines, without its name.
  let lines: [String]

  var description: String { "\(topic): \(name)" }

  static let topics: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
  }()

  static func cases(of topic: String) -> [Self] {
    let file = folder.appending(path: "\(topic).txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var cases: [Self] = []
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("=== ") {
        cases.append(Self(topic: topic, name: String(line.dropFirst(4)), lines: []))
      } else if let last = cases.last {
        cases[cases.count - 1] = Self(topic: topic, name: last.name, lines: last.lines + [line])
      }
    }
    return cases
  }
}

/// A mistake and its exact place.
struct TableFinding: Hashable, Comparable, CustomStringConvertible {
  var file: String
  /// From 1; 0 for a file as a whole.
  var line: Int
  var column: Int
  /// How many scalars of the first line take part.
  var length: Int
  var code: String

  var description: String { "\(file):\(line):\(column) \(length) \(code)" }

  static func < (left: Self, right: Self) -> Bool {
    (left.file, left.line, left.column, left.code)
      < (right.file, right.line, right.column, right.code)
  }
}

/// A case taken apart.
struct TableSetup {
  var files: [(name: String, text: String)] = [("services.yaml", "")]
  var expected: [TableFinding] = []
  var environment: String?
  var variables: [String: String] = [:]
  /// Whether the values of variables are looked at.
  var readsVariables = true
  var checksAll = false
  var overlays: [String] = []
  /// The messages and fixes that a person reads; empty if they do not matter.
  var said: [String] = []

  struct UnknownLine: Error { var line: String }

  init(_ source: TableCase) throws {
    var line = 0
    for text in source.lines {
      if text.hasPrefix("@ ") {
        try read(String(text.dropFirst(2)))
      } else if text.hasPrefix(">>> ") {
        files.append((String(text.dropFirst(4)), ""))
        line = 0
      } else if let mark = Self.mark(text, file: files[files.count - 1].name, line: line) {
        expected.append(mark)
      } else {
        line += 1
        files[files.count - 1].text += Self.characters(text) + "\n"
      }
    }
    for index in files.indices {
      files[index].text = files[index].text.replacing(/<END>\n+$/, with: "")
    }
    // The blank line between two cases belongs to neither.
    let last = files.count - 1
    while files[last].text.hasSuffix("\n\n") { files[last].text.removeLast() }
    expected.sort()
  }

  private mutating func read(_ line: String) throws {
    if line.hasPrefix("says ") {
      said.append(String(line.dropFirst(5)))
      return
    }
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    switch (words[0], words.count) {
    case ("environment", 2): environment = words[1]
    case ("overlay", 2): overlays.append(words[1])
    case ("without-variables", 1): readsVariables = false
    case ("check", 1): checksAll = true
    case ("variable", 2...3): variables[words[1]] = words.count == 3 ? words[2] : ""
    case ("expect", 3):
      let place = words[1].split(separator: ":").map(String.init)
      let rest = words[2].split(separator: " ").map(String.init)
      guard place.count == 3, rest.count == 2, let line = Int(place[1]),
        let column = Int(place[2]), let length = Int(rest[0])
      else { throw UnknownLine(line: line) }
      expected.append(
        TableFinding(
          file: place[0], line: line, column: column, length: length, code: rest[1]))
    default: throw UnknownLine(line: line)
    }
  }

  /// Returns the lines of rendered diagnostics that say what is wrong, and what to do.
  static func said(in text: String) -> [String] {
    text.split(separator: "\n").map { String($0.drop { $0 == " " }) }
      .filter { $0.contains(/^(error\[|warning\[|help: |\+ )/) }
  }

  static func mark(_ text: String, file: String, line: Int) -> TableFinding? {
    guard let match = text.wholeMatch(of: /( *#[ ]*)(\^+) ([a-z-]+)/) else { return nil }
    return TableFinding(
      file: file, line: line, column: match.output.1.count + 1, length: match.output.2.count,
      code: String(match.output.3))
  }

  private static func characters(_ text: String) -> String {
    text.replacing("<TAB>", with: "\t").replacing("<CR>", with: "\r")
      .replacing("<BOM>", with: "\u{FEFF}").replacing("<ESC>", with: "\u{1B}").replacing(
        "<ACUTE>", with: "\u{301}")
  }

  func write(to folder: URL) throws {
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  /// Loads the files from a folder of their own, and gives all that is reported.
  func diagnostics(in folder: URL) throws -> [Diagnostic] {
    try write(to: folder)
    var collector = DiagnosticCollector()
    do throws(DiagnosticsError) {
      let configuration = try ServiceConfiguration(
        ConfigurationSource(path: folder.appending(path: "services.yaml").path))
      if checksAll { return wholeCheck(configuration, catalog: .table).diagnostics }
      let definitions = configuration.definitions(
        environment: environment,
        variables: readsVariables ? Variables(variables) : .unknown,
        overlays: overlays.map { ConfigurationSource(path: folder.appending(path: $0).path) },
        into: &collector
      )
      if readsVariables {
        _ = Plan.checking(definitions, catalog: .table, into: &collector)
      } else {
        _ = Plan.findings(in: definitions, catalog: .table, into: &collector)
      }
    } catch {
      for diagnostic in error.diagnostics { collector.add(diagnostic) }
    }
    return collector.diagnostics
  }
}

extension TableFinding {
  init(_ diagnostic: Diagnostic, in folder: URL) {
    let place = diagnostic.labels.first?.place
    code = diagnostic.code.name
    (line, column, length) = (0, 0, 0)
    file = ""
    if case .file(let name) = place { file = name }
    if let span = place?.span {
      file = span.file.name
      let start = span.start
      (line, column) = (start.line, start.column)
      let end = span.file.lineColumn(
        at: min(span.range.upperBound, span.file.lineRange(line).upperBound))
      length = end.column - column
    }
    file = file.replacing(folder.path + "/", with: "")
  }
}
