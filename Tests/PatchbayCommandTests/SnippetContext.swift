import Foundation
import TestSupport

/// The declarations that blocks of the documentation refer to without showing them.
///
/// `Fixtures/SnippetContext.swift.txt` has them in paragraphs. A block is compiled with those whose names
/// occur in it, and with what these need, except what the block declares itself. A paragraph that begins
/// with `// in NAME` is for the blocks of the file NAME, where it replaces others of the same names.
struct SnippetContext: Sendable {
  /// The imports of blocks that show none.
  static let imports = """
    import Foundation
    import Patchbay
    import PatchbayCommand
    import PatchbayFoundation
    import PatchbayMacros
    import PatchbayTesting
    import Testing
    """

  private struct Paragraph {
    let file: String?
    let text: String
    /// The names that it declares; members as `.name`.
    let names: Set<String>
    let words: Set<String>

    init(_ text: String) {
      let marked = text.firstMatch(of: #/^// in (.+)\n/#)
      file = marked.map { String($0.1) }
      self.text = text
      names = SnippetContext.declaredNames(in: text)
      words = SnippetContext.words(of: text)
    }
  }

  private let paragraphs: [Paragraph]

  init() throws {
    let file = Project.folder
      .appending(path: "Tests/PatchbayCommandTests/Fixtures/SnippetContext.swift.txt")
    paragraphs = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n\n").map { Paragraph(String($0)) }
  }

  /// The source of what a block refers to.
  func source(for snippet: Snippet) -> String {
    let own = Self.declaredNames(in: snippet.text)
    let special = paragraphs.filter { $0.file == snippet.fileName }
    let replaced = special.reduce(own) { $0.union($1.names) }
    let candidates =
      special.filter { $0.names.isDisjoint(with: own) }
      + paragraphs.filter { $0.file == nil && $0.names.isDisjoint(with: replaced) }
    var needed = Self.words(of: snippet.text)
    var isChosen = candidates.map { _ in false }
    while let index = candidates.indices.first(where: {
      !isChosen[$0] && !candidates[$0].names.isDisjoint(with: needed)
    }) {
      isChosen[index] = true
      needed.formUnion(candidates[index].words)
    }
    let chosen = zip(candidates, isChosen).filter(\.1).map(\.0.text)
    return ([Self.imports] + chosen).joined(separator: "\n\n")
  }

  /// The names of types and globals, and those of static members after a dot.
  private static func declaredNames(in text: String) -> Set<String> {
    var names: Set<String> = []
    for line in text.split(separator: "\n") {
      if let found = line.firstMatch(of: /static let (\w+)/) { names.insert(".\(found.1)") }
      if let found = line.firstMatch(
        of:
          #/^(?:(?:@\w+(?:\(.*\))?|final|public|nonisolated\(unsafe\)) )*(?:struct|class|enum|protocol|actor|func|let|var|typealias) (\w+)/#
      ) {
        names.insert(String(found.1))
      }
    }
    return names
  }

  /// The identifiers of a text, and those after a dot with it.
  private static func words(of text: String) -> Set<String> {
    Set(text.matches(of: /\.?[A-Za-z_][A-Za-z_0-9]*/).map { String($0.0) })
  }
}
