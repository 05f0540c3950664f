import PatchbayDiagnostics
import PatchbayYAML

extension SourceLoader {
  /// Reads the root of a load; returns nil if an error was reported.
  mutating func open(root source: ConfigurationSource, _ rootSetting: String?) -> [Int]? {
    let path = source.path
    let folder = rootSetting ?? path.map { PathText.folder(of: $0) } ?? "."
    guard let canonicalRoot = canonicalPath(folder, of: source) else { return nil }
    roots = [canonicalRoot]
    if let path {
      shownRoot = PathText.tidied(PathText.folder(of: path))
      guard let canonical = canonicalPath(path, of: source) else { return nil }
      var own: String? = canonicalRoot
      if rootSetting != nil { own = canonicalPath(shownRoot, of: source) }
      guard let own else { return nil }
      rootFile = RootFile(
        canonicalPath: ExactText(canonical), folder: ExactText(own),
        name: PathText.lastPart(of: path))
      return load(path: path, canonicalPath: canonical)
    }
    return load(text: source, folder: canonicalRoot)
  }

  /// Reads an overlay on top of the current files; returns nil if an error was reported.
  mutating func open(overlay source: ConfigurationSource) -> [Int]? {
    guard let path = source.path else {
      return load(text: source, folder: roots.first ?? ".")
    }
    guard let canonical = canonicalPath(path, of: source) else { return nil }
    let isTwice = !overlays.insert(ExactText(canonical)).inserted
    if let role = isTwice ? "given twice as an overlay" : otherRole(of: canonical) {
      diagnostics.add(repeated(path, role, isTwice, source.request))
    }
    // The program names an overlay, so it may import the files next to it.
    let own = PathText.folder(of: canonical)
    let outer = roots
    if !isInsideRoots(own) { roots.append(own) }
    defer { roots = outer }
    return load(path: path, canonicalPath: canonical)
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

  /// Returns the canonical path of a source or its folder; nil if an error was reported.
  ///
  /// If the folder of a file is missing, the message names the file that the user requested.
  mutating func canonicalPath(_ path: String, of source: ConfigurationSource) -> String? {
    do {
      return try reader.canonicalPath(of: path)
    } catch {
      if error == .absent, let file = source.path {
        fail(absent(file, source.request))
      } else {
        fail(unreadable(path, error, at: nil))
      }
      return nil
    }
  }
}

// The diagnostics of the files that a program names.
extension SourceLoader {
  /// Returns the error of a root, sibling or overlay that does not exist.
  private func absent(_ path: String, _ request: FileRequest?) -> Diagnostic {
    let near = nearFiles(of: path, from: ".")
    return Diagnostic(
      .fileNotFound, request?.fact(path) ?? "there is no file `\(path)`",
      at: request?.place ?? .file(path), request?.place == nil ? "not found" : "named here"
    )
    .notes(searchedFolders(for: path, request))
    .fix(
      .didYouMean(
        anyOf: near.isEmpty ? filesNextToRoot(named: path) : near, replacing: nil)
    )
    .fix(request.map { $0.fixIt(path) } ?? FileRequest.fixIt(path))
  }

  /// Returns the files of a name in the folder of the root file, and in the folders in that: what `overlay.yaml` may
  /// be short for.
  private func filesNextToRoot(named name: String) -> [String] {
    guard rootFile != nil, !name.utf8.contains(UInt8(ascii: "/")),
      let entries = try? reader.entries(of: shownRoot), entries.count <= 100
    else { return [] }
    let folders =
      [shownRoot] + entries.filter(\.isFolder).map { PathText.joined(shownRoot, $0.name) }
    return folders.map { PathText.joined($0, name) }.filter {
      (try? reader.canonicalPath(of: $0)).map(isInsideRoots) ?? false
    }
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
}
