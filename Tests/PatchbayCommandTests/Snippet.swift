import Foundation
import TestSupport
import Testing

/// A block of Swift in the documentation.
struct Snippet: Sendable, CustomTestStringConvertible {
  /// The path of its file in the project.
  let file: String
  /// The line of the file on which it begins.
  let line: Int
  let text: String

  var testDescription: String { "\(file):\(line)" }
  /// The name of its file, without the extension.
  var fileName: String { URL(filePath: file).deletingPathExtension().lastPathComponent }

  /// Every block of the README, of the articles and of the doc comments.
  static let all: [Snippet] = {
    let folder = Project.folder.appending(path: "Sources").path
    let sources = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return (["README.md"] + sources.sorted().map { "Sources/\($0)" }).flatMap { path in
      path.hasSuffix(".md") || path.hasSuffix(".swift") ? read(path) : []
    }
  }()

  private static func read(_ path: String) -> [Snippet] {
    let url = Project.folder.appending(path: path)
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [] }
    var snippets: [Snippet] = []
    var block: (start: Int, lines: [Substring])?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard let line = path.hasSuffix(".md") ? line : comment(line) else { continue }
      if line.hasPrefix("```") {
        if let block {
          snippets.append(
            Snippet(file: path, line: block.start, text: block.lines.joined(separator: "\n")))
        }
        block = block == nil && line == "```swift" ? (index + 2, []) : nil
      } else {
        block?.lines.append(line)
      }
    }
    return snippets
  }

  /// Returns the text of a doc comment; nil for another line.
  private static func comment(_ line: Substring) -> Substring? {
    let text = line.drop { $0 == " " }
    guard text.hasPrefix("///") else { return nil }
    return text.dropFirst(text.hasPrefix("/// ") ? 4 : 3)
  }
}

extension Snippet {
  /// A statement, declaration or element at the outermost level of a block.
  private enum Kind {
    case module, declaration, factory, definition, statement

    init(_ line: Substring) {
      let line = line.trimmingPrefix("try ")
      if line.hasPrefix("import ") || line.hasPrefix("@testable import ") {
        self = .module
      } else if line.hasPrefix("Factory(") || line.hasPrefix("#factory(") {
        self = .factory
      } else if line.firstMatch(
        of: #/^(Provide|Define|Extend|Alias|Parameters|Change|Remove|Scopes|Roots|Module)\(/#)
        != nil
      {
        self = .definition
      } else if line.hasPrefix("@") || line.hasPrefix("///")
        || line.firstMatch(
          of:
            #/^((public|final|private|nonisolated) )*(struct|class|enum|protocol|actor|extension|func|typealias) /#
        )
          != nil
      {
        self = .declaration
      } else {
        self = .statement
      }
    }
  }

  /// The block as the source of a module.
  ///
  /// Statements become the body of a function, factories the content of a catalog, and definitions
  /// that of a builder. `…` is code that is left out.
  func source(isOnMainActor: Bool) -> String {
    var items: [(kind: Kind, text: String)] = []
    for (line, continues) in lines {
      if !continues, let kind = line.isEmpty ? nil : Kind(line[...]),
        // An attribute or a comment belongs to what follows it.
        items.last.map({ !$0.text.hasSuffix("\u{1}") }) ?? true
      {
        items.append((kind, line))
      } else if let last = items.indices.last {
        items[last].text = items[last].text.replacing("\u{1}", with: "") + "\n\(line)"
      }
      let isAttribute =
        line.hasPrefix("@") && !line.contains(#/\b(struct|class|func|actor|import)\b/#)
      if !items.isEmpty, line.hasPrefix("///") || isAttribute {
        items[items.count - 1].text += "\u{1}"
      }
    }
    func all(_ kind: Kind) -> String {
      items.filter { $0.kind == kind }.map(\.text).joined(separator: "\n")
        .replacing("\u{1}", with: "")
    }
    let imports = all(.module)
    return """
      \(imports.isEmpty ? SnippetContext.imports : imports)
      \(all(.declaration))
      \(all(.factory).isEmpty ? "" : "let snippetCatalog = FactoryCatalog(\"snippet\") {\n\(all(.factory))\n}")
      \(all(.definition).isEmpty ? "" : "@DefinitionBuilder func snippetDefinitions() throws -> Definitions {\n\(all(.definition))\n}")
      \(isOnMainActor ? "@MainActor" : "") func snippet() async throws {
      \(all(.statement))
      }
      """
  }

  /// The lines, each with whether it continues the one before.
  private var lines: [(text: String, continues: Bool)] {
    var depth = 0
    var isInText = false
    return text.components(separatedBy: "\n").compactMap {
      line -> (text: String, continues: Bool)? in
      let isOmission = line.trimmingCharacters(in: .whitespaces) == "…"
      let code = String(line).replacing(#/\/\/ .*$/#, with: "")
      let continues =
        depth > 0 || isInText || line.hasPrefix(" ") || line.hasPrefix("}")
        || line.hasPrefix(")")
      if code.split(separator: "\"\"\"", omittingEmptySubsequences: false).count % 2 == 0 {
        isInText.toggle()
      }
      if !isInText {
        depth += code.count { "([{".contains($0) } - code.count { ")]}".contains($0) }
      }
      if isOmission { return nil }
      let filled = line.replacing(#/^(.*\b(?:struct|class|enum|actor) .*)\{ … \}$/#) {
        "\($0.1){ }"
      }
      return (filled.replacing("{ … }", with: "{ fatalError() }"), continues)
    }
  }
}
