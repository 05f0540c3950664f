import PatchbayDiagnostics

/// The root file's siblings: `services.test.yaml` next to `services.yaml`.
enum Siblings {
  /// Returns the environment in a file name, relative to the root's file name; nil for no sibling.
  static func environment(of name: String, nextTo root: String) -> String? {
    guard let dot = root.utf8.lastIndex(of: UInt8(ascii: ".")), dot != root.startIndex else {
      return nil
    }
    let (name, prefix, suffix) = (name.utf8, root[...dot].utf8, root[dot...].utf8)
    guard name.count > prefix.count + suffix.count, name.starts(with: prefix),
      name.reversed().starts(with: suffix.reversed())
    else { return nil }
    let environment = String(Substring(name.dropFirst(prefix.count).dropLast(suffix.count)))
    return Name.isEnvironment(environment) ? environment : nil
  }
}

extension SourceLoader {
  /// Returns the environment of which a file in the root file's folder is the file; nil for any other
  /// file.
  func environment(ofSibling name: String) -> String? {
    rootFile.flatMap { Siblings.environment(of: name, nextTo: $0.name) }
  }

  /// Reads a sibling of the root file.
  mutating func openSibling(_ path: String) -> [Int]? {
    guard let canonical = canonicalPath(path, of: .init(path: path)) else { return nil }
    guard isInsideRoots(canonical) else {
      // It is found by its name alone, and restricted like an import.
      fail(
        outsideRoot("`\(path)` leads", .file(path))
          .fix("give the load a wider `LoadSettings.root`"))
      return nil
    }
    // A sibling that the root imports has its rank from the import.
    guard !isLoaded(canonical) else { return [] }
    return load(path: path, canonicalPath: canonical)
  }

  /// Returns the siblings of a root file by their environments, from the listing of its folder, and
  /// the files that are named nearly like one.
  func siblings(
    of source: ConfigurationSource
  ) throws(DiagnosticsError) -> (
    read: [(environment: String, path: String)], unread: [UnreadSibling]
  ) {
    guard let path = source.path else { return ([], []) }
    let folder = PathText.folder(of: path)
    let root = PathText.lastPart(of: path)
    let entries: [FolderEntry]
    do {
      entries = try reader.entries(of: folder)
    } catch {
      throw Diagnostic(
        .unreadableFile, "the folder of `\(path)` cannot be listed: \(error.description)",
        at: .file(path)
      )
      .note("the files next to it that belong to environments are found by listing it")
      .asError()
    }
    let files = entries.filter { !$0.isFolder }
    // Whether one is read by an import is asked only where it would be reported.
    var unread = files.compactMap { UnreadSibling($0.name, in: folder, of: root) }
    for entry in entries where entry.isFolder && UnreadSibling.isFolder(entry.name) {
      let inner = PathText.joined(folder, entry.name)
      // Only for hints: a load does not need to list it.
      for file in (try? reader.entries(of: inner)) ?? [] where !file.isFolder {
        if let file = UnreadSibling(file.name, in: inner, of: root, isInFolder: true) {
          unread.append(file)
        }
      }
    }
    let read = files.compactMap { entry -> (environment: String, path: String)? in
      guard let environment = Siblings.environment(of: entry.name, nextTo: root)
      else { return nil }
      return (environment, PathText.joined(folder, entry.name))
    }
    return (read, unread)
  }
}

/// A file whose name is nearly that of an environment's file, and that is not read as one, such as
/// `services-test.yaml` or `environments/test.yaml` next to `services.yaml`.
struct UnreadSibling: Sendable {
  let environment: String
  let path: String
  /// The name under which it would be read.
  let expected: String
  /// Whether its name has that of the root in it, so that it can be no other file.
  let isCertain: Bool
  /// Whether another name is so usual for a file of an environment that a check reports it, although
  /// no environment of this name is known.
  let isUsual: Bool
  private let isInFolder: Bool

  /// The words with which other formats begin the names of these files.
  private static let otherStems = [
    "app", "application", "config", "configuration", "service", "services", "settings",
  ]
  /// The folders in which other formats have these files.
  private static let folders: Set<String> = ["env", "environment", "environments", "envs"]
  /// The names of environments for which a file of another format counts as one of this program.
  private static let usualNames: Set<String> = [
    "acceptance", "ci", "dev", "development", "integration", "live", "local", "preview", "prod",
    "production", "qa", "stage", "staging", "test", "testing", "uat",
  ]

  /// Whether a folder next to a root is named like one of files of environments.
  static func isFolder(_ name: String) -> Bool { folders.contains(name.lowercased()) }

  /// Examines the name of a file next to a root, or in a folder next to it; nil for a sibling, and for
  /// any other file.
  init?(_ name: String, in folder: String, of root: String, isInFolder: Bool = false) {
    let isSibling = name == root || Siblings.environment(of: name, nextTo: root) != nil
    guard isInFolder || !isSibling else { return nil }
    let (own, ownExtension) = Self.parts(of: name)
    let (stem, rootExtension) = Self.parts(of: root)
    guard ["yaml", "yml"].contains(ownExtension.lowercased()), !rootExtension.isEmpty, own != stem
    else { return nil }
    let named = Self.environment(in: own, next: stem)
    let other = Self.otherStems.lazy.compactMap { Self.environment(in: own, next: $0) }.first
    environment = named ?? other ?? own
    guard Name.isEnvironment(environment) else { return nil }
    isCertain = named != nil && !isInFolder
    isUsual = isInFolder || other != nil && Self.usualNames.contains(environment.lowercased())
    self.isInFolder = isInFolder
    path = PathText.joined(folder, name)
    expected = "\(stem).\(environment).\(rootExtension)"
  }

  /// The name of a file, or its path, without the extension, and the extension.
  static func parts(of name: String) -> (stem: String, fileExtension: String) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }

  /// Returns the environment in `services-test`, `services_test`, `services.test` and `test.services`;
  /// nil if the word is not at the beginning or the end of a name.
  private static func environment(in name: String, next word: String) -> String? {
    let (lowercased, word) = (name.lowercased(), word.lowercased())
    for separator in [".", "-", "_"] {
      let rest =
        lowercased.hasPrefix(word + separator)
        ? name.dropFirst(word.count + 1)
        : lowercased.hasSuffix(separator + word) ? name.dropLast(word.count + 1) : ""
      if Name.isEnvironment(String(rest)) { return String(rest) }
    }
    return nil
  }

  /// Returns the warning that it is not read; the environment may have a file already.
  func warning(isTaken: Bool) -> Diagnostic {
    Diagnostic(
      .unreadSibling,
      "`\(path)` is not read: the file of the environment `\(environment)` is `\(expected)`",
      at: .file(path)
    )
    .asWarning
    .fix("\(isTaken ? "move what it sets to `\(expected)`" : advice), or import it")
  }

  /// How it would be read.
  var advice: String {
    isInFolder
      ? "move it next to the root file, as `\(expected)`" : "rename it to `\(expected)`"
  }
}
