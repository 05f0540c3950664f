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

  /// A text to be parsed, with its origin.
  struct Text {
    let bytes: [UInt8]
    let name: String
    let layerName: String
    let folder: String
    let location: SwiftLocation?
    /// The path that it was read from; nil for a text of the program.
    var path: String?
    let isOverlay: Bool
  }

  /// Reads a file and its imports into a group; returns nil if the file itself cannot be used.
  mutating func load(path: String, canonicalPath: String, isOverlay: Bool) -> FileGroup? {
    switch states[ExactText(canonicalPath)] {
    case .loaded(let index):
      // A lower file has already imported it: it is applied again where the program names it.
      return FileGroup(files: [index])
    case .failed: hasFailed = true
    case .loading, nil: break
    }
    var group = FileGroup()
    let step = Step(canonicalPath: canonicalPath, name: path, request: nil)
    return loadFile(step, isOverlay: isOverlay, path: [], into: &group) == nil ? nil : group
  }

  /// Reports that a file that belongs to the load could not be used.
  mutating func fail(_ error: Diagnostic) {
    diagnostics.add(error)
    hasFailed = true
  }

  func isLoaded(_ canonicalPath: String) -> Bool { states[ExactText(canonicalPath)] != nil }

  /// Parses a text of the program and reads its imports.
  mutating func load(_ text: Text) -> FileGroup? {
    var group = FileGroup()
    return add(parse(text), path: [], into: &group) == nil ? nil : group
  }

  /// Loads the file of the last step, after what it imports.
  mutating func loadFile(
    _ step: Step, isOverlay: Bool, path: [Step], into group: inout FileGroup
  ) -> Int? {
    switch states[step.canonicalPath] {
    case .loaded(let index): return index
    case .failed: return nil
    case .loading:
      fail(importCycle(closing: step, path))
      return nil
    case nil: break
    }
    states[step.canonicalPath] = .loading
    let index = readAndParse(step, isOverlay: isOverlay, path: path, into: &group)
    states[step.canonicalPath] = index.map { .loaded($0) } ?? .failed
    return index
  }

  private mutating func readAndParse(
    _ step: Step, isOverlay: Bool, path: [Step], into group: inout FileGroup
  ) -> Int? {
    let key = ParsedFiles.Key(
      canonicalPath: step.canonicalPath, name: ExactText(step.name), isOverlay: isOverlay)
    if let known = parsed?[key] { return add(known, path: path + [step], into: &group) }
    let bytes: [UInt8]
    // Relative paths start at the path of the file, not at the target of a symbolic link.
    let folder: String
    do {
      bytes = try reader.bytes(of: step.canonicalPath.text, limit: limits.fileBytes)
      folder = try reader.canonicalPath(of: PathText.folder(of: step.name))
    } catch {
      fail(unreadable(step, importer: path.last?.name, error))
      return nil
    }
    let text = Text(
      bytes: bytes, name: step.name, layerName: layerName(of: step.name), folder: folder,
      location: nil, path: step.canonicalPath.text, isOverlay: isOverlay)
    let file = parse(text)
    parsed?[key] = file
    return add(file, path: path + [step], into: &group)
  }

  private func parse(_ text: Text) -> ParsedFiles.File {
    // Beyond the limit, it is not parsed: `add` reports it.
    guard bytesRead + text.bytes.count <= limits.loadBytes else {
      return ParsedFiles.File(text: text, document: nil, outline: nil, diagnostics: [])
    }
    var collector = DiagnosticCollector(hints: diagnostics.hints)
    let document = YAMLDocument.parse(
      name: text.name, bytes: text.bytes, swiftLocation: text.location, path: text.path,
      limits: limits.yaml, into: &collector)
    let outline = document.map { FileOutline($0, isOverlay: text.isOverlay, into: &collector) }
    return ParsedFiles.File(
      text: text, document: document, outline: outline, diagnostics: collector.diagnostics)
  }

  /// Adds a parsed file, after what it imports.
  private mutating func add(
    _ file: ParsedFiles.File, path: [Step], into group: inout FileGroup
  ) -> Int? {
    let text = file.text
    bytesRead += text.bytes.count
    guard bytesRead <= limits.loadBytes else {
      // Reported for the first file beyond the limit only.
      if bytesRead - text.bytes.count <= limits.loadBytes { diagnostics.add(tooMuch(text)) }
      hasFailed = true
      return nil
    }
    for diagnostic in file.diagnostics { diagnostics.add(diagnostic) }
    guard let document = file.document, let outline = file.outline else {
      hasFailed = true
      return nil
    }
    if !outline.isWhole { hasFailed = true }
    let imported = loadImports(of: text, outline, path: path, into: &group)
    files.append(
      LoadedFile(
        document: document, outline: outline, name: text.name, layerName: text.layerName,
        folder: text.folder, imported: imported))
    group.files.append(files.count - 1)
    return files.count - 1
  }

  private mutating func loadImports(
    of text: Text, _ outline: FileOutline, path: [Step], into group: inout FileGroup
  ) -> Set<Int> {
    var imported: Set<Int> = []
    for request in outline.imports {
      guard canLook(at: Self.partsOfFile, for: request) else { return imported }
      for step in steps(for: request, from: text, path) {
        if case .loaded(let index) = states[step.canonicalPath] {
          // It is there together with what it imports.
          if !imported.contains(index) { imported.formUnion(files[index].imported.union([index])) }
          continue
        }
        guard isWithinLimits(step, path) else { return imported }
        if let index = loadFile(step, isOverlay: text.isOverlay, path: path, into: &group) {
          imported.formUnion(files[index].imported.union([index]))
        }
      }
    }
    return imported
  }

  /// Counts one more imported file; reports the first one beyond the limit.
  private mutating func isWithinLimits(_ step: Step, _ path: [Step]) -> Bool {
    // A cycle is reported as such, at any depth.
    if case .loading = states[step.canonicalPath] { return true }
    if case .failed = states[step.canonicalPath] { return true }
    importCount += 1
    if importCount > limits.importedFiles {
      if importCount == limits.importedFiles + 1 { diagnostics.add(tooManyFiles(step)) }
      hasFailed = true
      return false
    }
    if path.count > limits.importDepth {
      fail(tooDeep(step))
      return false
    }
    return true
  }

  private func layerName(of name: String) -> String {
    PathText.relative(PathText.tidied(name), to: shownRoot) ?? name
  }
}

// The diagnostics of reading files, and of limits.
extension SourceLoader {
  /// Returns the error of a file that exists but cannot be read.
  func unreadable(_ step: Step, importer: String?, _ failure: ReadFailure) -> Diagnostic {
    func error(_ code: DiagnosticCode, _ message: String) -> Diagnostic {
      Diagnostic(code, message, at: step.place, step.request == nil ? "" : "imported here")
    }
    switch failure {
    case .absent:
      let fact = importer.map { "`\($0)` imports `\(step.name)`, but there is no such file" }
      return error(.fileNotFound, fact ?? "there is no file `\(step.name)`")
    case .tooLarge(let bytes):
      return error(
        .limitExceeded, "`\(step.name)` has \(bytes.grouped) bytes, more than a file may have"
      )
      .limit("fileBytes", limits.fileBytes)
    default:
      return error(.unreadableFile, "`\(step.name)` cannot be read: \(failure.description)")
    }
  }

  /// Returns the error of files that import each other.
  private func importCycle(closing step: Step, _ path: [Step]) -> Diagnostic {
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

  private func tooMuch(_ text: Text) -> Diagnostic {
    let limit = limits.loadBytes
    return Diagnostic(
      .limitExceeded, "with `\(text.name)` the load reads more than \(limit.grouped) bytes",
      at: text.location.map { .swift($0) } ?? .file(text.name)
    )
    .limit("loadBytes", limit)
  }

  private func tooManyFiles(_ step: Step) -> Diagnostic {
    Diagnostic(
      .limitExceeded, "the load imports too many files", at: step.place, "one more than allowed"
    )
    .limit("importedFiles", limits.importedFiles)
  }

  private func tooDeep(_ step: Step) -> Diagnostic {
    Diagnostic(
      .limitExceeded, "imports stand too deep one inside the other",
      at: step.place, "one more than allowed"
    )
    .limit("importDepth", limits.importDepth)
  }
}

extension SourceLoader.Step {
  /// The place of the import, or the file itself if no import names it.
  fileprivate var place: SourcePlace { request.map { .span($0) } ?? .file(name) }
}
