import PatchbayDiagnostics
import PatchbayYAML

extension SourceLoader {
  /// Reads the root of a load; returns nil if an error was reported.
  mutating func open(root source: ConfigurationSource, _ rootSetting: String?) -> [Int]? {
    let path = source.path
    let folder = rootSetting ?? path.map { PathText.folder(of: $0) } ?? "."
    guard let canonicalRoot = canonicalPath(folder, for: path, source.request) else { return nil }
    roots = [canonicalRoot]
    if let path {
      shownRoot = PathText.tidied(PathText.folder(of: path))
      guard let canonical = canonicalPath(path, for: path, source.request) else { return nil }
      var own: String? = canonicalRoot
      if rootSetting != nil { own = canonicalPath(shownRoot, for: path, source.request) }
      guard let own else { return nil }
      rootFile = RootFile(
        canonicalPath: ExactText(canonical), folder: ExactText(own),
        name: PathText.lastPart(of: path))
      return load(path: path, canonicalPath: canonical, isOverlay: false)
    }
    return load(text: source, folder: canonicalRoot, isOverlay: false)
  }

  /// Reads an overlay on top of the current files; returns nil if an error was reported.
  mutating func open(overlay source: ConfigurationSource) -> [Int]? {
    guard let path = source.path else {
      return load(text: source, folder: roots.first ?? ".", isOverlay: true)
    }
    guard let canonical = canonicalPath(path, for: path, source.request) else { return nil }
    let isTwice = !overlays.insert(ExactText(canonical)).inserted
    if let role = isTwice ? "given twice as an overlay" : otherRole(of: canonical) {
      diagnostics.add(repeated(path, role, isTwice, source.request))
    }
    // The program names an overlay, so it may import the files next to it.
    let own = PathText.folder(of: canonical)
    let outer = roots
    if !isInsideRoots(own) { roots.append(own) }
    defer { roots = outer }
    return load(path: path, canonicalPath: canonical, isOverlay: true)
  }

  /// Returns what else an overlay is; nil for nothing.
  private func otherRole(of canonicalPath: String) -> String? {
    if rootFile?.canonicalPath == ExactText(canonicalPath) { return "the root file" }
    guard isLoaded(canonicalPath) else { return nil }
    if let folder = rootFile?.folder, folder == ExactText(PathText.folder(of: canonicalPath)),
      let environment = environment(ofSibling: PathText.lastPart(of: canonicalPath))
    {
      return "the file of the selected environment `\(environment)`"
    }
    return "imported"
  }

  /// Returns the environment of which a file in the root file's folder is the file; nil for any other
  /// file.
  func environment(ofSibling name: String) -> String? {
    rootFile.flatMap { Siblings.environment(of: name, nextTo: $0.name) }
  }

  /// Reads a sibling of the root file.
  mutating func openSibling(_ path: String) -> [Int]? {
    guard let canonical = canonicalPath(path, for: path, nil) else { return nil }
    guard isInsideRoots(canonical) else {
      // It is found by its name alone, and restricted like an import.
      fail(siblingOutsideRoot(path))
      return nil
    }
    // A sibling that the root imports has its rank from the import.
    guard !isLoaded(canonical) else { return [] }
    return load(path: path, canonicalPath: canonical, isOverlay: true)
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
      throw DiagnosticsError(Self.unlisted(path, error))
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

  /// Returns the folders that `$(file:…)` may read from, canonical.
  func readableFolders(_ settings: LoadSettings) -> [String] {
    // One that does not exist on this machine still says which files may be read.
    settings.readableDirectories.isEmpty
      ? roots
      : roots
        + settings.readableDirectories.map {
          (try? reader.canonicalPath(of: $0)) ?? reader.farthestPath(to: $0, from: "/")
        }
  }

  /// Returns the canonical path of a file or a folder; nil if an error was reported.
  ///
  /// If the folder of a file is missing, the message names the file that the user requested.
  private mutating func canonicalPath(
    _ path: String, for file: String?, _ request: FileRequest?
  ) -> String? {
    do {
      return try reader.canonicalPath(of: path)
    } catch {
      if error == .absent, let file {
        fail(absent(file, request))
      } else {
        fail(
          unreadable(Step(canonicalPath: path, name: path, request: nil), importer: nil, error))
      }
      return nil
    }
  }
}

// The diagnostics of the files that a program names.
extension SourceLoader {
  /// Returns the error of a root, sibling or overlay that does not exist.
  private func absent(_ path: String, _ request: FileRequest?) -> Diagnostic {
    Diagnostic(
      .fileNotFound, request?.fact(path) ?? "there is no file `\(path)`",
      at: request?.place ?? .file(path), request?.place == nil ? "not found" : "named here"
    )
    .notes(searchedFolders(for: path, request))
    .fix(.didYouMean(anyOf: nearFiles(of: path, from: "."), replacing: nil))
    .fix(request?.fixIt(path))
  }

  /// Returns the warning of an overlay that the load reads for another reason, too.
  private func repeated(
    _ path: String, _ role: String, _ isTwice: Bool, _ request: FileRequest?
  ) -> Diagnostic {
    Diagnostic(
      .repeatedFile,
      "`\(path)` is \(role)\(isTwice ? "" : " and an overlay"): its `!append` and `!prepend` add twice",
      at: request?.place ?? .file(path), request?.place == nil ? "" : "named here"
    )
    .asWarning
    .fix(isTwice ? "name it once" : "leave the overlay out")
  }

  private func searchedFolders(for path: String, _ request: FileRequest?) -> [String] {
    guard path.utf8.first != UInt8(ascii: "/"), let working = try? reader.canonicalPath(of: ".")
    else { return [] }
    return request?.searchedFolders(working) ?? [FileRequest.searched(working)]
  }

  /// Returns the error of a sibling outside the root folder.
  private func siblingOutsideRoot(_ path: String) -> Diagnostic {
    outsideRoot("`\(path)` leads", .file(path)).fix("give the load a wider `LoadSettings.root`")
  }

  /// Returns the error of the root file's folder, which would contain its siblings.
  private static func unlisted(_ root: String, _ failure: ReadFailure) -> Diagnostic {
    Diagnostic(
      .unreadableFile, "the folder of `\(root)` cannot be listed: \(failure.description)",
      at: .file(root)
    )
    .note("the files next to it that belong to environments are found by listing it")
  }
}
