import PatchbayDiagnostics
import PatchbayYAML

/// Reads and parses sources with all their imports, each file once.
///
/// A copy of a loader continues from the same files without changing the original, so that each
/// sibling and each overlay is read on top of the same root.
struct SourceLoader: Sendable {
  let reader: FileReader
  let limits: LoadLimits
  /// The folders that imports are restricted to, canonical; the first is the root.
  var roots: [String] = []
  /// The folder of the root file as the user wrote it, which layer names omit.
  var shownRoot = ""
  /// The root file; nil if the root is a text.
  var rootFile: RootFile?
  /// The canonical paths of the overlays that were opened.
  var overlays: Set<ExactText> = []
  private(set) var files: [LoadedFile] = []
  private var states: [ExactText: State] = [:]
  private var bytesRead = 0
  private var importCount = 0
  /// What its imports have looked at; a plan goes on from there.
  var expansion: ExpansionBudget
  /// The diagnostics, including errors of reading and parsing.
  var diagnostics = DiagnosticCollector()
  /// The files that earlier checks have parsed; nil for a load, which reads what the files contain
  /// now.
  var parsed: ParsedFiles?
  /// Whether a file that belongs to the load could not be used.
  var hasFailed = false
  /// Whether what it reads ranks above the root file and its imports, which are read: siblings and overlays.
  var isOverlay = false
  /// The files that are being read, from the one that the program names to the current one.
  private(set) var path: [Step] = []
  /// The files that the program has named last, in the order of their ranks, each after those that it imports.
  private var group: [Int] = []

  private enum State {
    case loading
    case loaded(Int)
    case failed
  }

  /// The root file: its siblings are the files with such a name in the folder that its path names.
  struct RootFile {
    let canonicalPath: ExactText
    /// Canonical.
    let folder: ExactText
    let name: String
  }

  /// One file on the path from the root to the current file.
  struct Step {
    let canonicalPath: ExactText
    let name: String
    /// The place where the previous step imports it; nil for the first.
    let request: SourceSpan?

    init(canonicalPath: String, name: String, request: SourceSpan?) {
      (self.canonicalPath, self.name, self.request) = (ExactText(canonicalPath), name, request)
    }
  }

  init(reader: FileReader, limits: LoadLimits) {
    self.reader = reader
    self.limits = limits
    expansion = ExpansionBudget(limit: limits.expandedParts)
  }

  /// Reads a file and its imports; returns them in the order of their ranks, each after those that it
  /// imports, or nil if the file itself cannot be used.
  mutating func load(path: String, canonicalPath: String) -> [Int]? {
    group = []
    let step = Step(canonicalPath: canonicalPath, name: path, request: nil)
    guard let index = loadFile(step) else { return nil }
    // If a lower file has imported it, it is applied again where the program names it.
    return group.isEmpty ? [index] : group
  }

  /// Parses a text of the program, and reads its imports.
  mutating func load(text source: ConfigurationSource, folder: String) -> [Int]? {
    guard case .text(let bytes, let name, let location) = source.content else { return nil }
    var file = LoadedFile(name: name, layerName: name, folder: folder, isOverlay: isOverlay)
    file.location = location
    group = []
    return add(parse(bytes, as: file)) == nil ? nil : group
  }

  /// Reports that a file that belongs to the load could not be used.
  mutating func fail(_ error: Diagnostic) {
    diagnostics.add(error)
    hasFailed = true
  }

  func isLoaded(_ canonicalPath: String) -> Bool { states[ExactText(canonicalPath)] != nil }

  /// Loads a file, after what it imports.
  private mutating func loadFile(_ step: Step) -> Int? {
    switch states[step.canonicalPath] {
    case .loaded(let index): return index
    case .failed: return nil
    case .loading:
      fail(importCycle(closing: step))
      return nil
    case nil: break
    }
    states[step.canonicalPath] = .loading
    path.append(step)
    let index = readAndParse(step)
    path.removeLast()
    states[step.canonicalPath] = index.map { .loaded($0) } ?? .failed
    return index
  }

  private mutating func readAndParse(_ step: Step) -> Int? {
    let key = ParsedFiles.Key(
      canonicalPath: step.canonicalPath, name: ExactText(step.name), isOverlay: isOverlay)
    if let known = parsed?[key] { return add(known) }
    let bytes: [UInt8]
    // Relative paths start at the path of the file, not at the target of a symbolic link.
    let folder: String
    do {
      bytes = try reader.bytes(of: step.canonicalPath.text, limit: limits.fileBytes)
      folder = try reader.canonicalPath(of: PathText.folder(of: step.name))
    } catch {
      fail(unreadable(step.name, error, at: step.request))
      return nil
    }
    let name = PathText.relative(PathText.tidied(step.name), to: shownRoot) ?? step.name
    var file = LoadedFile(name: step.name, layerName: name, folder: folder, isOverlay: isOverlay)
    file.path = step.canonicalPath.text
    file = parse(bytes, as: file, importedAt: step.request)
    parsed?[key] = file
    return add(file)
  }

  private func parse(
    _ bytes: [UInt8], as file: LoadedFile, importedAt place: SourceSpan? = nil
  ) -> LoadedFile {
    var file = file
    file.byteCount = bytes.count
    // Beyond the limit, it is not parsed: `add` reports it.
    guard bytesRead + bytes.count <= limits.loadBytes else { return file }
    var collector = DiagnosticCollector()
    let document = YAMLDocument.parse(
      name: file.name, bytes: bytes, swiftLocation: file.location, path: file.path,
      importedAt: place, limits: limits.yaml, into: &collector)
    if let document {
      file.text = document.file
      file.outline = FileOutline(document, isOverlay: file.isOverlay, into: &collector)
    }
    file.diagnostics = collector.diagnostics
    return file
  }

  /// Adds a parsed file, after what it imports.
  private mutating func add(_ file: LoadedFile) -> Int? {
    bytesRead += file.byteCount
    guard bytesRead <= limits.loadBytes else {
      // Reported for the first file beyond the limit only.
      if bytesRead - file.byteCount <= limits.loadBytes { diagnostics.add(tooMuch(file)) }
      hasFailed = true
      return nil
    }
    for diagnostic in file.diagnostics { diagnostics.add(diagnostic) }
    if file.text == nil || !file.outline.isWhole { hasFailed = true }
    guard file.text != nil else { return nil }
    var file = file
    file.imported = loadImports(of: file)
    files.append(file)
    group.append(files.count - 1)
    return files.count - 1
  }

  private mutating func loadImports(of file: LoadedFile) -> Set<Int> {
    var imported: Set<Int> = []
    for request in file.outline.imports {
      guard expansion.count(Self.partsOfFile) else {
        failExpansion(request)
        return imported
      }
      for step in steps(for: request, from: file) {
        // A file that is there counts nothing; a cycle is reported as such, at any depth.
        if states[step.canonicalPath] == nil, !isWithinLimits(step) { return imported }
        let index = loadFile(step)
        guard let index, !imported.contains(index) else { continue }
        imported.formUnion(files[index].imported.union([index]))
      }
    }
    return imported
  }

  /// Counts one more imported file; reports the first one beyond the limit.
  private mutating func isWithinLimits(_ step: Step) -> Bool {
    func exceeds(_ fact: String, _ name: String, _ limit: Int) {
      let error = Diagnostic(.limitExceeded, fact, at: step.place, "one more than allowed")
      fail(error.limit(name, limit))
    }
    importCount += 1
    if importCount > limits.importedFiles {
      hasFailed = true
      if importCount == limits.importedFiles + 1 {
        exceeds("the load imports too many files", "importedFiles", limits.importedFiles)
      }
      return false
    }
    if path.count > limits.importDepth {
      exceeds("imports are nested too deeply", "importDepth", limits.importDepth)
      return false
    }
    return true
  }
}

// The diagnostics of reading files, and of limits.
extension SourceLoader {
  /// Returns the error of a file that exists but cannot be read.
  func unreadable(
    _ name: String, _ failure: ReadFailure, at request: SourceSpan?
  ) -> Diagnostic {
    func error(_ code: DiagnosticCode, _ message: String) -> Diagnostic {
      Diagnostic(
        code, message, at: request.map { .span($0) } ?? .file(name),
        request == nil ? "" : "imported here")
    }
    switch failure {
    case .absent: return error(.fileNotFound, "there is no file `\(name)`")
    case .tooLarge(let bytes):
      return error(
        .limitExceeded, "`\(name)` has \(bytes.grouped) bytes, more than a file may have"
      )
      .limit("fileBytes", limits.fileBytes)
    default:
      let folder = failure == .notRegular(FileStatus.folder) ? request : nil
      return error(.unreadableFile, "`\(name)` cannot be read: \(failure.description)")
        .fix(
          folder.map {
            let path = String(decoding: $0.file.bytes[$0.range], as: UTF8.self)
            return .init(
              "`{ glob: \(ScalarText.doubleQuoted("\(path)/*.yaml")) }` imports the files in a folder"
            )
          })
    }
  }

  /// Returns the error of files that import each other.
  private func importCycle(closing step: Step) -> Diagnostic {
    let start = path.firstIndex { $0.canonicalPath == step.canonicalPath } ?? path.startIndex
    let members = path[start...]
    let edges = zip(members, members.dropFirst() + [step])
    return Diagnostic(
      .importCycle,
      cycle: edges.map { from, to in
        (from.name, to.name, to.request.map { .span($0) } ?? .file(from.name))
      }, "import"
    )
    .note("none of them can rank below the others")
    .fix("move what they share into a file that imports none of them")
  }

  private func tooMuch(_ file: LoadedFile) -> Diagnostic {
    let limit = limits.loadBytes
    return Diagnostic(
      .limitExceeded, "with `\(file.name)` the load reads more than \(limit.grouped) bytes",
      at: file.location.map { .swift($0) } ?? .file(file.name)
    )
    .limit("loadBytes", limit)
  }
}

extension SourceLoader.Step {
  /// The place of the import, or the file itself if no import names it.
  fileprivate var place: SourcePlace { request.map { .span($0) } ?? .file(name) }
}
