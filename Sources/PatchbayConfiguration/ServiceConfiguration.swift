package import PatchbayCore
public import PatchbayDiagnostics

/// A configuration that was read and parsed: the root file, its imports, and its sibling files.
///
/// The files are read once, by the initializer. Afterwards the configuration is an immutable value,
/// from which any thread can create plans with different environments and overlays.
public struct ServiceConfiguration: Sendable {
  private let content: Content
  private var shared: SharedLoader
  /// The merged base alone; nil if it is merged again on demand.
  private var base: MergedDocument?
  private(set) var siblings: [String: Sibling]
  /// Whether its definitions say what is used.
  private var recordsUsage = false

  /// What all copies share: an object, because each plan keeps a copy of its configuration.
  private final class Content: Sendable {
    let settings: LoadSettings
    let root: FileGroup
    /// The diagnostics of reading and merging the base, warnings included.
    let reported: [Diagnostic]
    /// The files that are named nearly like siblings.
    let unreadSiblings: [UnreadSibling]
    let sections: Set<String>
    /// The content of all environments, for hints.
    let others: OtherEnvironments
    /// The root's name in messages.
    let name: String

    init(
      settings: LoadSettings, root: FileGroup, reported: [Diagnostic],
      unreadSiblings: [UnreadSibling], sections: Set<String>, others: OtherEnvironments,
      name: String
    ) {
      (self.settings, self.root, self.reported) = (settings, root, reported)
      (self.unreadSiblings, self.sections) = (unreadSiblings, sections)
      (self.others, self.name) = (others, name)
    }
  }

  /// Borrowed: a getter would copy the whole loader.
  var loader: SourceLoader { _read { yield shared.loader } }

  private var settings: LoadSettings { content.settings }
  private var root: FileGroup { content.root }
  private var reported: [Diagnostic] { content.reported }
  private var unreadSiblings: [UnreadSibling] { content.unreadSiblings }
  private var sections: Set<String> { content.sections }
  private var others: OtherEnvironments { content.others }
  /// The root's name in messages.
  package var name: String { content.name }

  /// A sibling with its imports, read on top of the root.
  struct Sibling: Sendable {
    fileprivate var shared: SharedLoader
    let group: FileGroup?

    /// Borrowed: a getter would copy the whole loader.
    var loader: SourceLoader { _read { yield shared.loader } }
  }

  /// Reads and parses a configuration.
  ///
  /// - Parameters:
  ///   - source: The root: a file, or a text of the program.
  ///   - settings: Which files the load may read, and its limits.
  /// - Throws: ``DiagnosticsError`` with every error of reading and parsing, sorted by place.
  public init(
    _ source: ConfigurationSource, settings: LoadSettings = LoadSettings()
  ) throws(DiagnosticsError) {
    try self.init(source, settings: settings, reader: FileReader())
  }

  /// Reads and parses a configuration through a reader of files.
  package init(
    _ source: ConfigurationSource, settings: LoadSettings, reader: FileReader,
    hints: HintBudget = HintBudget()
  ) throws(DiagnosticsError) {
    var loader = SourceLoader(reader: reader, limits: settings.limits)
    loader.diagnostics = DiagnosticCollector(hints: hints)
    let opened = loader.open(root: source, settings.root)
    guard let root = opened, !loader.hasFailed else {
      try Self.fail(loader, settings)
      // A failed load has reported why; this is a fallback.
      throw DiagnosticsError(Diagnostic(.unreadableFile, "the configuration cannot be read"))
    }

    var collector = loader.diagnostics
    var merging = DiagnosticCollector(hints: collector.hints)
    var base = Self.merged(root, loader.files, settings.limits, into: &merging)
    Self.add(merging.diagnostics, isWhole: base.isWhole, to: &collector)
    let sections = LayerStack.environments(of: root, loader.files)
    // The shape of all environments is checked, not only that of the selected one.
    Self.checkShape(
      of: sections, root, LayeredDocument(limits: settings.limits), loader.files, settings,
      into: &collector)
    let reported = collector.diagnostics

    loader.diagnostics = DiagnosticCollector()
    var siblings: [String: Sibling] = [:]
    let found = try loader.siblings(of: source)
    for (environment, path) in found.read {
      var own = loader
      let group = own.openSibling(path)
      siblings[environment] = Sibling(shared: SharedLoader(own), group: group)
    }
    let others = OtherEnvironments(
      root.files.map { loader.files[$0] },
      siblings: siblings.mapValues { sibling in
        (sibling.group?.files ?? []).map { sibling.loader.files[$0] }
      })
    base.setOtherEnvironments(others)
    self.base = MergedDocument(base)
    self.siblings = siblings
    shared = SharedLoader(loader)
    content = Content(
      settings: settings, root: root, reported: reported, unreadSiblings: found.unread,
      sections: sections, others: others,
      name: root.files.last.map { loader.files[$0].name } ?? "")
  }

  /// The same configuration with only the parts that an overlay needs: for a plan, which may live
  /// long without ever being overlaid. Merging the base again takes a tenth of the time of
  /// overlaying.
  var kept: ServiceConfiguration {
    var kept = self
    kept.base = nil
    return kept
  }

  /// The same configuration for checks of many combinations: it parses each overlay once, and
  /// records what is used.
  package var forChecks: ServiceConfiguration {
    var configuration = keepingFiles
    configuration.recordsUsage = true
    return configuration
  }

  /// The same configuration, which keeps the overlays that it parses: ``unreadFiles`` leaves them out.
  package var keepingFiles: ServiceConfiguration {
    var configuration = self
    let parsed = ParsedFiles()
    configuration.changeLoaders { $0.parsed = parsed }
    return configuration
  }

  private mutating func changeLoaders(_ edit: (inout SourceLoader) -> Void) {
    shared = shared.changing(edit)
    siblings = siblings.mapValues { sibling in
      Sibling(shared: sibling.shared.changing(edit), group: sibling.group)
    }
  }

  private static func merged(
    _ root: FileGroup, _ files: [LoadedFile], _ limits: LoadLimits,
    into collector: inout DiagnosticCollector
  ) -> LayeredDocument {
    var base = LayeredDocument(limits: limits)
    base.setOtherEnvironments(OtherEnvironments(files, siblings: [:]))
    base.add(root, of: files, isOverlay: false, into: &collector)
    return base
  }

  /// The base to which an environment and overlays are applied.
  private var mergedBase: MergedDocument {
    if let base { return base }
    // Its diagnostics are among those already reported.
    var collector = DiagnosticCollector()
    var base = Self.merged(root, loader.files, settings.limits, into: &collector)
    base.setOtherEnvironments(others)
    return MergedDocument(base)
  }

  /// Throws the diagnostics of a failed load, and those of the shape of the files that were read.
  private static func fail(
    _ loader: SourceLoader, _ settings: LoadSettings
  ) throws(DiagnosticsError) {
    let group = FileGroup(files: Array(loader.files.indices))
    let environments = LayerStack.environments(of: group, loader.files)
    var collector = loader.diagnostics
    var merging = DiagnosticCollector(hints: collector.hints)
    let bodies = merged(group, loader.files, settings.limits, into: &merging)
    add(merging.diagnostics, isWhole: false, to: &collector)
    checkShape(of: environments, group, bodies, loader.files, settings, into: &collector)
    try collector.throwErrors()
  }

  /// Checks the shape of environments, on top of bodies that may be none.
  private static func checkShape(
    of environments: Set<String>, _ group: FileGroup, _ bodies: LayeredDocument,
    _ files: [LoadedFile], _ settings: LoadSettings, into collector: inout DiagnosticCollector
  ) {
    var document = bodies
    var stack = bodies.stack
    // Also where there is no body, the environments need the files.
    if stack.layers.isEmpty { _ = stack.add(FileGroup(), of: files, isOverlay: false) }
    for environment in environments.inStableOrder(by: <) {
      _ = stack.add(environment: environment, of: group)
    }
    document.setLayers(of: stack)
    EntryReader.checkShape(of: document, settings, into: &collector)
  }

  /// The environments that a section or a sibling file defines, sorted.
  public var environments: [String] { sections.union(siblings.keys).inStableOrder(by: <) }

  /// What a check of everything checks: the environments, or the base alone if there are none.
  package var checkedEnvironments: [String?] { environments.isEmpty ? [nil] : environments }

  /// Applies an environment, overlays and modules to the base, each above those before, and reads
  /// the definitions; those with a reported error are marked faulty.
  package func definitions(
    environment: String? = nil, variables: Variables = Variables([:]),
    overlays: [ConfigurationSource] = [], modules: [any Module] = [],
    fileID: String = #fileID, line: Int = #line, into collector: inout DiagnosticCollector
  ) -> DefinitionSet {
    let location = SwiftLocation(fileID: fileID, line: line)
    let program = UpperLayer.program(modules: Definitions(modules), at: location)
    return definitions(
      environment: environment, variables: variables,
      above: overlays.map { .source($0) } + program.parameters + program.services,
      into: &collector)
  }

  /// Applies an environment and further layers, low to high, to the base.
  func definitions(
    environment: String?, variables: Variables, above layers: [UpperLayer],
    into collector: inout DiagnosticCollector
  ) -> DefinitionSet {
    for diagnostic in reported { collector.add(diagnostic) }
    guard let opened = opened(environment: environment, above: layers, into: &collector) else {
      return DefinitionSet()
    }
    var merging = DiagnosticCollector(hints: collector.hints)
    let document = merged(opened, into: &merging)
    let isWhole = opened.isWhole && document.content.isWhole
    Self.add(merging.diagnostics, isWhole: isWhole, to: &collector)
    if let environment { warnOfUnread(environment, opened.loader, into: &collector) }
    guard isWhole else {
      // Without a part of the load nearly everything else would seem to be missing.
      EntryReader.checkShape(of: document.content, settings, into: &collector)
      return DefinitionSet()
    }
    var reader = EntryReader(
      document,
      LoadContext(
        environment: environment, variables: variables, loader: opened.shared,
        limits: settings.limits, readableDirectories: opened.loader.readableFolders(settings),
        sources: settings.interpolationSources, recordsUsage: recordsUsage))
    let definitions = reader.read()
    reader.finish(into: &collector)
    return definitions
  }

  /// Adds the diagnostics of merging layers. If a part of the load could not be read, those are left
  /// out that depend on other layers, because that part may contain what is missing.
  private static func add(
    _ merging: [Diagnostic], isWhole: Bool, to collector: inout DiagnosticCollector
  ) {
    // As of most loads: a child's load is small enough to notice the list.
    if merging.isEmpty { return }
    let onLowerLayers: [DiagnosticCode] = [
      .patchWithoutBase, .patchWithoutEffect, .removeWithoutBase, .replaceWithoutBase,
      .appendWithoutList, .mergeShape, .importConflict,
    ]
    for diagnostic in merging where isWhole || !onLowerLayers.contains(diagnostic.code) {
      collector.add(diagnostic)
    }
  }

  /// Reads and parses the layers above the base; returns nil if the environment is unknown.
  private func opened(
    environment: String?, above layers: [UpperLayer], into collector: inout DiagnosticCollector
  ) -> OpenedLayers? {
    var opened = OpenedLayers(environment: environment, shared: shared)
    if let environment {
      guard sections.contains(environment) || siblings[environment] != nil else {
        collector.add(unknownEnvironment(environment))
        return nil
      }
      if let sibling = siblings[environment] {
        opened.shared = sibling.shared
        for diagnostic in sibling.loader.diagnostics.diagnostics { collector.add(diagnostic) }
        opened.isWhole = !sibling.loader.hasFailed
        if let group = sibling.group { opened.parts.append(.files(group)) }
      }
    }
    for layer in layers {
      switch layer {
      case .definitions(let definitions, let name):
        opened.parts.append(.program(definitions, name))
      case .source(let overlay):
        var loader = opened.loader
        loader.diagnostics = DiagnosticCollector()
        let group = loader.open(overlay: overlay)
        for diagnostic in loader.diagnostics.diagnostics { collector.add(diagnostic) }
        opened.isWhole = opened.isWhole && !loader.hasFailed
        opened.shared = SharedLoader(loader)
        if let group { opened.parts.append(.files(group)) }
      }
    }
    return opened
  }

  /// Returns the base with the layers above it.
  private func merged(
    _ opened: OpenedLayers, into collector: inout DiagnosticCollector
  ) -> MergedDocument {
    let base = mergedBase
    if opened.environment == nil, opened.parts.isEmpty { return base }
    var document = base.content
    document.setOtherEnvironments(others.excluding(opened.environment))
    if let environment = opened.environment {
      document.add(environment: environment, of: root, into: &collector)
    }
    for part in opened.parts {
      switch part {
      case .files(let group):
        document.add(group, of: opened.loader.files, isOverlay: true, into: &collector)
      case .program(let definitions, let name):
        document.add(definitions, as: name, into: &collector)
      }
    }
    return MergedDocument(document)
  }

  /// Warns of the files that were probably meant to be those of the selected environment, unless a
  /// load has read them.
  private func warnOfUnread(
    _ environment: String, _ loader: SourceLoader, into collector: inout DiagnosticCollector
  ) {
    for file in unreadSiblings where file.environment == environment {
      let isTaken = siblings[environment] != nil
      guard file.isCertain || !isTaken, isUnread(file, loader) else { continue }
      collector.add(file.warning(isTaken: isTaken))
    }
  }

  /// The warnings of all files that are named nearly like the sibling of an environment, known or not.
  package var unreadFiles: [Diagnostic] {
    unreadSiblings.compactMap { file in
      let isTaken = siblings[file.environment] != nil
      guard file.isCertain || file.isUsual && !isTaken, isUnread(file, loader) else { return nil }
      return file.warning(isTaken: isTaken)
    }
  }

  /// Whether neither the load nor a sibling, of whichever environment, has read a file.
  private func isUnread(_ file: UnreadSibling, _ loader: SourceLoader) -> Bool {
    loader.hasNotRead(file) && siblings.values.allSatisfy { $0.loader.hasNotRead(file) }
  }

  private func unknownEnvironment(_ environment: String) -> Diagnostic {
    let known = environments
    let unread = unreadSiblings.first {
      $0.environment == environment && isUnread($0, loader)
    }
    return Diagnostic(
      .unknownEnvironment, "no section and no sibling file names the environment `\(environment)`",
      at: .file(name)
    )
    .note(
      known.isEmpty
        ? "no environment is known"
        : "the known environments are: \(known.joined(separator: ", "))"
    )
    .fix(
      unread.map {
        .init("`\($0.path)` is not read: \($0.advice)")
      }
    )
    .fix(severalEnvironments(environment))
    .fix(.didYouMean(anyOf: nearWords(of: environment, among: known), replacing: nil))
  }

  /// Returns the fix of `production,test`; nil for any other name.
  private func severalEnvironments(_ name: String) -> Diagnostic.FixIt? {
    name.listing(several: environments).map {
      .init("a program runs with one environment: name \($0.quoted(joinedBy: "or"))")
    }
  }
}

extension String {
  /// Returns the names that it lists with commas between them; nil if they are not several known ones.
  package func listing(several known: [String]) -> [String]? {
    let names = split(separator: ",").map { $0.filter { $0 != " " } }
    return names.count > 1 && names.allSatisfy(known.contains) ? names : nil
  }
}
