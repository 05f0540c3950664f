import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// A file of a load, or a text of the program: parsed once, and split into sections.
struct LoadedFile: Sendable {
  /// The name in messages: the path as the user wrote it, or the Swift place of an inline text.
  let name: String
  let layerName: String
  /// The canonical folder that its relative paths start in.
  let folder: String
  /// Whether it is an overlay, a sibling, or imported by one of them.
  let isOverlay: Bool
  /// The place of a text in Swift source.
  var location: SwiftLocation?
  /// The path that it was read from; nil for a text of the program.
  var path: String?
  var byteCount = 0
  /// Nil if it could not be parsed.
  var text: SourceFile?
  var outline = FileOutline()
  /// The diagnostics of parsing it, and of its top level.
  var diagnostics: [Diagnostic] = []
  /// The indices of all files that it imports, directly or indirectly.
  var imported: Set<Int> = []

  init(name: String, layerName: String, folder: String, isOverlay: Bool) {
    (self.name, self.layerName, self.folder) = (name, layerName, folder)
    self.isOverlay = isOverlay
  }
}

/// The files of a configuration, read and parsed: the root file with its imports, and its siblings.
///
/// A class, which is built once: a configuration, its copies and all of its plans share it.
final class LoadedFiles: Sendable {
  /// A sibling with its imports, read on top of the root.
  struct Sibling: Sendable {
    let loader: SourceLoader
    /// Its files; nil if it cannot be used.
    let group: [Int]?
  }

  let source: ConfigurationSource
  let settings: LoadSettings
  /// The loader that has read the root file and its imports.
  let loader: SourceLoader
  /// The root file and its imports.
  let root: [Int]
  /// The siblings by their environments.
  let siblings: [String: Sibling]
  /// The files that are named nearly like siblings.
  let unreadSiblings: [UnreadSibling]
  /// The environments for which the root file and its imports have sections.
  let sections: Set<String>
  /// The content of all environments, for hints.
  let others: OtherEnvironments
  /// The diagnostics of reading the root file and its imports, warnings included.
  let reported: [Diagnostic]

  /// Reads a root file, its imports, and its siblings.
  init(
    _ source: ConfigurationSource, _ settings: LoadSettings, _ reader: FileReader
  ) throws(DiagnosticsError) {
    var loader = SourceLoader(reader: reader, limits: settings.limits)
    let opened = loader.open(root: source, settings.root)
    let isWhole = opened != nil && !loader.hasFailed
    let files = loader.files
    let root = isWhole ? opened ?? [] : Array(files.indices)
    sections = Set(root.flatMap { files[$0].outline.environments.map(\.name) })
    var collector = loader.diagnostics
    var document = LayeredDocument(limits: settings.limits)
    if !isWhole { document.stack.others = OtherEnvironments(files, siblings: [:]) }
    // No plan will be made of a part of the files, so the mistakes in their bodies are reported here.
    document.add(isWhole ? [] : root, of: files)
    document.report(isWhole: false, into: &collector)
    // The shape of all environments is checked, not only that of the selected one.
    for environment in sections.inStableOrder(by: <) {
      _ = document.stack.add(environment: environment, of: root)
    }
    EntryReader.checkShape(of: document, settings, into: &collector)
    guard isWhole else {
      try collector.throwErrors()
      // A failed load has reported why; this is a fallback.
      throw DiagnosticsError(Diagnostic(.unreadableFile, "the configuration cannot be read"))
    }
    reported = collector.diagnostics

    (loader.diagnostics, loader.isOverlay) = (DiagnosticCollector(), true)
    var siblings: [String: Sibling] = [:]
    let found = try loader.siblings(of: source)
    for (environment, path) in found.read {
      var own = loader
      let group = own.openSibling(path)
      siblings[environment] = Sibling(loader: own, group: group)
    }
    if root.count == 1, files[root[0]].outline.isEmpty, let patching = Self.firstPatch(in: siblings)
    {
      let name = files[root[0]].name
      throw Diagnostic(
        .patchWithoutBase,
        "`\(name)` defines no service, so there is none that `\(patching)` can change",
        at: .file(name)
      )
      .fix("write what holds in every environment in `\(name)`")
      .asError()
    }
    others = OtherEnvironments(
      root.map { files[$0] },
      siblings: siblings.mapValues { sibling in
        (sibling.group ?? []).map { sibling.loader.files[$0] }
      })
    (self.source, self.settings, self.loader, self.root) = (source, settings, loader, root)
    (self.siblings, unreadSiblings) = (siblings, found.unread)
  }

  /// Returns the name of the first sibling that changes or removes a service; nil if one of them does not, because
  /// its environment is complete.
  private static func firstPatch(in siblings: [String: Sibling]) -> String? {
    var first: String?
    for (_, sibling) in siblings.inStableOrder(by: { $0.key < $1.key }) {
      guard let group = sibling.group, group.count == 1 else { return nil }
      let file = sibling.loader.files[group[0]]
      guard let services = file.outline.body.services?.value, services.kind == .mapping,
        services.entries.contains(where: {
          Statement.meaning(of: $0.value).map { $0.role != .definition } ?? false
        })
      else { return nil }
      first = first ?? file.name
    }
    return first
  }

  /// The root's name in messages.
  var name: String { root.last.map { loader.files[$0].name } ?? "" }

  /// Whether an environment has a section or a sibling.
  func has(_ environment: String) -> Bool {
    sections.contains(environment) || siblings[environment] != nil
  }
}

/// The files that many checks of one configuration have parsed, so that each is parsed once; their
/// imports are not part of them.
///
/// May be used from any thread.
final class ParsedFiles: Sendable {
  /// A file is parsed again under another name, and in another rank, where other rules apply.
  struct Key: Hashable, Sendable {
    let canonicalPath: ExactText
    let name: ExactText
    let isOverlay: Bool
  }

  private let files = Locked<[Key: LoadedFile]>([:])

  /// Whether a file was parsed, under any name.
  func contains(_ canonicalPath: String) -> Bool {
    files.withLock { $0.keys.contains { $0.canonicalPath == ExactText(canonicalPath) } }
  }

  subscript(key: Key) -> LoadedFile? {
    get { files.withLock { $0[key] } }
    set { files.withLock { $0[key] = newValue } }
  }
}
