import PatchbayDiagnostics
import PatchbayYAML

/// A key and its value.
struct Member: Sendable {
  let key: YAMLNode
  let value: YAMLNode
}

/// A part of a file that forms a layer: its body, or one of its environments.
struct Section: Sendable {
  var parameters: Member?
  var services: Member?
  var templates: Member?
  var roots: Member?
  /// Services that are written next to `services` instead of under it.
  var misplaced: [Member] = []
  /// Whether it has the shape of a section; otherwise an error was reported, and it is empty.
  var isWhole = true

  mutating func add(_ member: Member, as field: SectionField?) {
    switch field {
    case .parameters: parameters = member
    case .services: services = member
    case .templates: templates = member
    case .roots: roots = member
    case nil: break
    }
  }
}

/// One entry of `imports:`.
struct ImportRequest: Sendable {
  /// The scalar that names the file or the pattern.
  let node: YAMLNode
  var isGlob = false
  var isOptional = false
}

/// The top level of a file, by sections.
struct FileOutline: Sendable {
  struct Environment: Sendable {
    let name: String
    /// The place of the name.
    let place: SourcePlace
    let section: Section
    /// The place of the section.
    let range: Range<Int>
  }

  var imports: [ImportRequest] = []
  var scopes: Member?
  var defaults: Member?
  var body = Section()
  /// Whether each of its imports, and its environments, could be read; otherwise an error was reported.
  private(set) var isWhole = true
  private(set) var environments: [Environment] = []
  /// The positions of environments by name, because a file may have very many.
  private var positions: [String: Int] = [:]
  private var diagnostics: [Diagnostic] = []

  /// Whether it has nothing that can be merged, as an empty file.
  var isEmpty: Bool {
    imports.isEmpty && environments.isEmpty && body.parameters == nil && body.services == nil
      && body.templates == nil && body.roots == nil && body.misplaced.isEmpty && isWhole
  }
}

extension FileOutline {
  /// Returns the section of an environment; nil if the file has none.
  func section(of environment: String) -> Section? {
    positions[environment].map { environments[$0].section }
  }

  /// Splits a document into its sections, and reports every unknown field of the top level.
  /// `isOverlay` is true for an overlay, a sibling, or a file that one of them imports; these have
  /// no environments of their own.
  init(_ document: YAMLDocument, isOverlay: Bool, into collector: inout DiagnosticCollector) {
    if let root = document.root, !root.isNull { read(root, isOverlay: isOverlay) }
    for diagnostic in diagnostics { collector.add(diagnostic) }
    diagnostics = []
  }

  private mutating func read(_ root: YAMLNode, isOverlay: Bool) {
    if case .unknown(let tag) = root.tagKind {
      diagnostics.append(.unknownTag(tag, of: root))
      isWhole = false
      return
    }
    guard root.kind == .mapping, root.tagKind == .none || root.tagKind == .plain else {
      isWhole = false
      diagnostics.append(
        .wrongKind(root, "a configuration file", mustBe: "a map")
          .fix(Self.pathInsteadOfText(root)).fix(Self.pointerInsteadOfText(root)))
      return
    }
    let misplaced = MisplacedServices(otherThan: FileField.self, in: root)
    body.misplaced = misplaced.services
    if let error = misplaced.diagnostic("at the top level of the file") {
      diagnostics.append(error)
    }
    for (key, value) in root.entries {
      if key.text.hasPrefix("x-") || misplaced.contains(key.contentSpan) { continue }
      let member = Member(key: key, value: value)
      let field = field(FileField.self, key, value, in: root)
      switch field {
      case .version: check(version: value)
      case .imports: addImports(value)
      case .scopes: scopes = member
      case .defaults: defaults = member
      case .parameters, .services, .templates, .roots:
        body.add(member, as: field.flatMap { SectionField.named($0.name) })
      case .environments where isOverlay: diagnostics.append(Self.environmentsOfOverlay(key, value))
      // `environment: { PORT: 80 }` is reported, and has no environments.
      case .environments where FileField.named(key) == nil && !value.isMapOfMaps: break
      case .environments:
        addEnvironments(value)
        positions = Dictionary(first: environments.enumerated().map { ($1.name, $0) })
      case nil: break
      }
    }
  }

  /// Returns the error of `environments` in an overlay, or in the file of an environment.
  private static func environmentsOfOverlay(_ key: YAMLNode, _ value: YAMLNode) -> Diagnostic {
    let first = value.kind == .mapping ? value.entries.first { _ in true } : nil
    let own = first.flatMap { Diagnostic.inOwnFile(ofEnvironment: $0.key.text, key.span) }
    return Diagnostic(
      .unknownField, "an overlay has no `environments` of its own",
      at: key.place, "only the root file and its imports have them"
    )
    .fix(own ?? .init("set what holds for one environment in an overlay that is loaded there"))
  }

  /// Returns the fix for a path where a text is expected; nil if the text is none.
  private static func pathInsteadOfText(_ root: YAMLNode) -> Diagnostic.FixIt? {
    guard root.kind == .scalar, [".yaml", ".yml"].contains(PathText.fileExtension(of: root.text))
    else { return nil }
    return .init(
      "this text is a path: to load that file, pass a path, without `yaml:` or as "
        + "`ConfigurationSource(path:)`")
  }

  /// Returns the fix of the text that Git LFS keeps in place of a large file; nil for any other.
  private static func pointerInsteadOfText(_ root: YAMLNode) -> Diagnostic.FixIt? {
    guard root.kind == .scalar, root.text.hasPrefix("version https://git-lfs.") else { return nil }
    return .init("it is a pointer of Git LFS: `git lfs pull` writes the file itself")
  }

  /// Returns the field of a key; a misspelled one is reported and read as the field that was meant,
  /// so that its contents do not count as missing.
  private mutating func field<Field: FieldName>(
    _: Field.Type, _ key: YAMLNode, _ value: YAMLNode, in mapping: YAMLNode
  ) -> Field? {
    if let field = Field.named(key) { return field }
    // A file is taken apart before it is a layer: the number of the layer does not matter.
    diagnostics.append(
      .unknownField(MapEntry(key, value, layer: 0), Field.self, in: LayeredValue(mapping, 0)))
    if Field.self is FileField.Type, FileField.advice(inPlaceOf: key.text, value) != nil {
      return nil
    }
    return Field.meant(by: key, in: mapping)
  }

  private mutating func check(version: YAMLNode) {
    guard version.kind != .scalar || version.tag != nil || version.text != "1" else { return }
    diagnostics.append(
      Diagnostic(
        .unsupportedVersion,
        "this version of Patchbay reads version 1 of the format, found \(version.description)",
        at: version.wholePlace, "expected `1`"))
  }

  private mutating func addEnvironments(_ node: YAMLNode) {
    if node.isNull { return }
    guard node.kind == .mapping, node.tag == nil else {
      diagnostics.append(.wrongKind(node, "`environments`", mustBe: "a map of environments"))
      isWhole = false
      return
    }
    let misplaced = MisplacedSections.all(in: node)
    for sections in misplaced { diagnostics.append(sections.diagnostic) }
    for (key, value) in node.entries where !misplaced.contains(where: { $0.contains(key) }) {
      let name = key.text
      if !Name.isEnvironment(name) {
        diagnostics.append(
          Diagnostic(
            .wrongNodeKind, "`\(name)` cannot name an environment",
            at: key.place, "expected letters, digits, `_` and `-`"))
      }
      var section = section(value, of: key)
      let own = misplaced.filter { $0.environment?.key.contentSpan == key.contentSpan }
      for member in own.flatMap(\.sections) {
        section.add(member, as: SectionField.named(member.key))
      }
      environments.append(
        Environment(name: name, place: key.place, section: section, range: value.span.range))
    }
  }

  private mutating func section(_ node: YAMLNode, of key: YAMLNode) -> Section {
    var section = Section()
    if node.isNull { return section }
    guard node.kind == .mapping, node.tag == nil else {
      diagnostics.append(.wrongKind(node, "the environment `\(key.text)`", mustBe: "a map"))
      section.isWhole = false
      return section
    }
    let misplaced = MisplacedServices(otherThan: SectionField.self, in: node)
    section.misplaced = misplaced.services
    if let error = misplaced.diagnostic("directly under the environment `\(key.text)`") {
      diagnostics.append(error)
    }
    let environment = key.text
    for (key, value) in node.entries where !misplaced.contains(key.contentSpan) {
      let member = Member(key: key, value: value)
      if SectionField.named(key) == nil, FileField.named(key) != nil {
        diagnostics.append(
          Diagnostic(
            .unknownField, "an environment has no field `\(key.text)`",
            at: key.place, "belongs at the top level of a file"
          )
          .note("an environment accepts: \(SectionField.names.texts.joined(separator: ", "))")
          .fix(FileField.named(key) == .imports ? Self.importsOfSibling(environment) : nil))
        continue
      }
      section.add(member, as: field(SectionField.self, key, value, in: node))
    }
    return section
  }

  /// Returns the fix of `imports` in an environment.
  private static func importsOfSibling(_ environment: String) -> Diagnostic.FixIt? {
    guard Name.isEnvironment(environment) else { return nil }
    return .init(
      "a file of the environment can import others: `services.\(environment).yaml` next to a root file "
        + "`services.yaml`, which is read for this environment alone")
  }
}

extension FileOutline {
  private mutating func addImports(_ node: YAMLNode) {
    if node.isNull { return }
    guard node.kind == .sequence, node.tag == nil else {
      diagnostics.append(.wrongKind(node, "`imports`", mustBe: "a list of files"))
      isWhole = false
      return
    }
    for element in node.elements {
      if let request = request(element) {
        imports.append(request)
      } else {
        isWhole = false
      }
    }
  }

  private mutating func request(_ node: YAMLNode) -> ImportRequest? {
    guard node.kind == .mapping, node.tag == nil else {
      return isPath(node, "an import") ? ImportRequest(node: node) : nil
    }
    var file: YAMLNode?
    var glob: YAMLNode?
    var isOptional = false
    var optionalKey: YAMLNode?
    var isHealthy = true
    for (key, value) in node.entries {
      switch field(ImportField.self, key, value, in: node) {
      case .file: file = value
      case .glob: glob = value
      case .optional:
        optionalKey = key
        if value.kind == .scalar, value.tag == nil, value.text == "true" || value.text == "false" {
          isOptional = value.text == "true"
        } else {
          diagnostics.append(.wrongKind(value, "`optional`", mustBe: "`true` or `false`"))
        }
      case nil: isHealthy = false
      }
    }
    switch (file, glob) {
    case (let file?, nil):
      guard isPath(file, "`file`") else { return nil }
      return ImportRequest(node: file, isOptional: isOptional)
    case (nil, let glob?):
      guard isPath(glob, "`glob`") else { return nil }
      if let optionalKey {
        diagnostics.append(
          Diagnostic(
            .unknownField, "`optional` has no meaning next to `glob`",
            at: optionalKey.place, "belongs next to `file`"
          )
          .fix("leave it out: a pattern may match no file"))
      }
      return ImportRequest(node: glob, isGlob: true)
    case (nil, nil):
      if isHealthy {
        diagnostics.append(
          Diagnostic(
            .missingField, "an import needs `file` or `glob`", at: node.wholePlace, "names no file")
        )
      }
    case (_?, let glob?):
      diagnostics.append(
        Diagnostic(
          .unknownField, "an import has either `file` or `glob`, not both",
          at: glob.wholePlace, "next to `file`"))
    }
    return nil
  }

  private mutating func isPath(_ node: YAMLNode, _ subject: String) -> Bool {
    if case .unknown(let tag) = node.tagKind {
      diagnostics.append(.unknownTag(tag, of: node))
      return false
    }
    guard node.kind == .scalar, node.knownTag == nil, !node.text.isEmpty, !node.isNull else {
      diagnostics.append(.wrongKind(node, subject, mustBe: "a path"))
      return false
    }
    if InterpolationTemplate.holdsReference(node.text) {
      diagnostics.append(
        Diagnostic(
          .interpolationSyntax,
          "the path of an import is taken as it is: `$(…)` means nothing there",
          at: node.place, "never interpolated"
        )
        .fix("give each environment what it needs in `environments:` or in a sibling file"))
      return false
    }
    return true
  }
}
