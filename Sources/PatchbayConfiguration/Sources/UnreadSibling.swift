import PatchbayDiagnostics

/// A file next to the root whose name is nearly that of an environment's file, and that is not read
/// as one.
struct UnreadSibling: Sendable {
  let environment: String
  let path: String
  /// The name under which it would be read.
  let expected: String
  /// Whether only the extension or the case of the name differs, so that it can be no other file.
  let isCertain: Bool

  /// The words with which other formats begin the names of these files.
  private static let otherStems: Set<String> = [
    "", "config", "configuration", "service", "services", "application", "settings",
  ]

  /// Examines the name of a file next to a root; nil for a sibling, and for any other file.
  init?(_ name: String, in folder: String, nextTo root: String) {
    guard name != root, Siblings.environment(of: name, nextTo: root) == nil else { return nil }
    let (own, ownExtension) = Self.parts(of: name)
    let (stem, rootExtension) = Self.parts(of: root)
    guard ["yaml", "yml"].contains(ownExtension.lowercased()), !rootExtension.isEmpty else {
      return nil
    }
    let dot = own.lastIndex(of: ".")
    let environment = String(dot.map { own[own.index(after: $0)...] } ?? own[...])
    let begin = dot.map { String(own[..<$0]) } ?? ""
    guard Name.isEnvironment(environment), !begin.isEmpty || own != stem else { return nil }
    isCertain = begin.lowercased() == stem.lowercased()
    guard isCertain || Self.otherStems.contains(begin.lowercased()) else { return nil }
    self.environment = environment
    path = folder == "." ? name : PathText.joined(folder, name)
    expected = "\(stem).\(environment).\(rootExtension)"
  }

  private static func parts(of name: String) -> (stem: String, fileExtension: String) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }

  /// The warning that it is not read.
  var warning: Diagnostic {
    Diagnostic(
      .unreadSibling,
      "`\(path)` is not read: the file of the environment `\(environment)` is `\(expected)`",
      at: .file(path)
    )
    .asWarning
    .fix("rename it to `\(expected)`, or import it")
  }
}
