import Foundation

/// The page of a diagnostic code in the documentation. Its prose is written by hand. The part below
/// `## Example` is the code's golden, and `PATCHBAY_WRITE=1` writes it.
struct DiagnosticPage {
  let code: String

  static let folder = Project.folder.appending(path: "Sources/Patchbay/Patchbay.docc/Diagnostics")
  static let fixHeading = "\n## How to fix it\n"
  private static let heading = "\n## Example\n"

  /// The codes, as the sources have them.
  static func codes() throws -> [String] {
    let file = Project.folder.appending(
      path: "Sources/PatchbayDiagnostics/Model/DiagnosticCode.swift")
    return try String(contentsOf: file, encoding: .utf8)
      .matches(of: /Self\("([a-z-]+)"\)/).map { String($0.output.1) }
  }

  private var file: URL { Self.folder.appending(path: "\(code).md") }

  func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }

  /// The part of the page that shows the golden; nil where the page has no such part.
  func example() throws -> String? {
    let text = try text()
    guard let start = text.range(of: Self.heading), let end = text.range(of: Self.fixHeading) else {
      return nil
    }
    return String(text[start.upperBound..<end.lowerBound])
  }

  func write(example: String) throws {
    var text = try text()
    guard let start = text.range(of: Self.heading), let end = text.range(of: Self.fixHeading) else {
      return
    }
    text.replaceSubrange(start.upperBound..<end.lowerBound, with: example)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// The example of a golden: its files, the steps of its case, and the reported diagnostics.
  static func example(of golden: GoldenCase, showing text: String) throws -> String {
    let names = try FileManager.default.subpathsOfDirectory(atPath: golden.folder.path)
      .filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".env") }
      .sorted { ($0 == "services.yaml" ? "" : $0) < ($1 == "services.yaml" ? "" : $1) }
    var blocks = try names.map { name in
      let bytes = try Data(contentsOf: golden.folder.appending(path: name))
      // One golden is not UTF-8; what is wrong in it shows as a replacement character.
      let yaml = String(decoding: bytes, as: UTF8.self)
      return "`Config/\(name)`:\n\n" + fenced(name.hasSuffix(".env") ? "shell" : "yaml", yaml)
    }
    let steps = try? String(
      contentsOf: golden.folder.appending(path: "case.txt"), encoding: .utf8)
    let lines = (steps ?? "").split(separator: "\n").map(String.init)
    let code = try lines.compactMap(SwiftExample.code)
    if !code.isEmpty {
      blocks.append("In Swift:\n\n" + fenced("swift", code.joined(separator: "\n")))
    }
    let circumstances = lines.compactMap(words)
    let lead = (["What is reported"] + circumstances).joined(separator: " ")
    blocks.append("\(lead):\n\n" + fenced("text", text + "\n"))
    return "\n" + blocks.joined(separator: "\n\n") + "\n"
  }

  private static func fenced(_ language: String, _ text: String) -> String {
    "```\(language)\n\(text)\(text.hasSuffix("\n") ? "" : "\n")```"
  }

  /// A step of `case.txt` in words.
  private static func words(for step: String) -> String? {
    let words = step.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    return switch words[0] {
    case "environment": "for the environment `\(rest)`"
    case "overlay": "with the overlay `Config/\(rest)`"
    case "inline": "and the overlay `\(rest)` of a test"
    case "variable": "with the variable `\(rest.prefix { $0 != " " })` set"
    case "resolve": "when the program resolves `\(rest)`"
    case "resolve-int": "when the program resolves `\(rest)` as an `Int`"
    case "resolve-in-test": "when a test resolves `\(rest)`"
    case "close": "when the program uses the scope `\(rest)` after it was closed"
    case "check-variables": "when the command `check --variables Config/\(rest)` checks the file"
    case "start": "when the container starts"
    case "run": "when the program runs"
    case "stop": "and stops"
    case "child-of-another": "when the parent is not the container that the plan was made for"
    case "overlay-on-swift":
      "when the program applies the overlay `Config/\(rest)` to a container wired in Swift"
    case "abandon": "when the program keeps `\(rest)` and releases the container"
    default: nil
    }
  }
}
