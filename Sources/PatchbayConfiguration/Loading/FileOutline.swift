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
    guard let root = document.root, !root.isNull else { return }
    if case .unknown(let tag) = root.tagKind {
      collector.add(.unknownTag(tag, of: root))
      isWhole = false
      return
    }
    guard root.kind == .mapping, root.tagKind == .none || root.tagKind == .plain else {
      isWhole = false
      collector.add(
        .wrongKind(root, "a configuration file", mustBe: "a map").fix(Self.pathInsteadOfText(root)))
      return
    }
    let misplaced = MisplacedServices(otherThan: FileField.self, in: root)
    body.misplaced = misplaced.services
    if let error = misplaced.diagnostic("at the top level of the file") { collector.add(error) }
    for (key, value) in root.entries {
      if key.text.hasPrefix("x-") || misplaced.contains(key.contentSpan) { continue }
      let member = Member(key: key, value: value)
      switch Self.field(FileField.self, key, in: root, into: &collector) {
      case .version: Self.check(version: value, into: &collector)
      case .imports: addImports(value, into: &collector)
      case .scopes: scopes = member
      case .defaults: defaults = member
      case .parameters: body.parameters = member
      case .services: body.services = member
      case .templates: body.templates = member
      case .roots: body.roots = member
      case .environments where isOverlay:
        collector.add(
          Diagnostic(
            .unknownField, "an overlay has no `environments` of its own",
            at: key.place, "only the root file and its imports have them"
          )
          .fix("set what holds for one environment in an overlay that is loaded there"))
      case .environments:
        addEnvironments(value, into: &collector)
        positions = Dictionary(first: environments.enumerated().map { ($1.name, $0) })
      case nil: break
      }
    }
  }

  /// Returns the fix for a path where a text is expected; nil if the text is none.
  private static func pathInsteadOfText(_ root: YAMLNode) -> Diagnostic.FixIt? {
    guard root.kind == .scalar, [".yaml", ".yml"].contains(PathText.fileExtension(of: root.text))
    else { return nil }
    return .init(
      "this text is a path: to load that file, pass a path, without `yaml:` or as "
        + "`ConfigurationSource(path:)`")
  }

  /// Returns the field of a key; a misspelled one is reported and read as the field that was meant,
  /// so that its contents do not count as missing.
  static func field<Field: FieldName>(
    _: Field.Type, _ key: YAMLNode, in mapping: YAMLNode, into collector: inout DiagnosticCollector
  ) -> Field? {
    if let field = Field.named(key) { return field }
    // A file is taken apart before it is a layer: the number of the layer does not matter.
    collector.add(
      .unknownField(MapEntry(key, mapping, layer: 0), Field.self, in: LayeredValue(mapping, 0)))
    return Field.meant(by: key, in: mapping)
  }

  private static func check(version: YAMLNode, into collector: inout DiagnosticCollector) {
    guard version.kind != .scalar || version.tag != nil || version.text != "1" else { return }
    collector.add(
      Diagnostic(
        .unsupportedVersion,
        "this version of Patchbay reads version 1 of the format, found \(version.description)",
        at: version.wholePlace, "expected `1`"))
  }

  private mutating func addEnvironments(
    _ node: YAMLNode, into collector: inout DiagnosticCollector
  ) {
    if node.isNull { return }
    guard node.kind == .mapping, node.tag == nil else {
      collector.add(.wrongKind(node, "`environments`", mustBe: "a map of environments"))
      isWhole = false
      return
    }
    let misplaced = MisplacedSections.all(in: node)
    for sections in misplaced { collector.add(sections.diagnostic) }
    for (key, value) in node.entries where !misplaced.contains(where: { $0.contains(key) }) {
      let name = key.text
      if !Name.isEnvironment(name) {
        collector.add(
          Diagnostic(
            .wrongNodeKind, "`\(name)` cannot name an environment",
            at: key.place, "expected letters, digits, `_` and `-`"))
      }
      var section = Self.section(value, of: key, into: &collector)
      let own = misplaced.filter { $0.environment?.key.contentSpan == key.contentSpan }
      for member in own.flatMap(\.sections) {
        section.add(member, as: SectionField.named(member.key))
      }
      environments.append(Environment(name: name, section: section, range: value.span.range))
    }
  }

  private static func section(
    _ node: YAMLNode, of key: YAMLNode, into collector: inout DiagnosticCollector
  ) -> Section {
    var section = Section()
    if node.isNull { return section }
    guard node.kind == .mapping, node.tag == nil else {
      collector.add(.wrongKind(node, "the environment `\(key.text)`", mustBe: "a map"))
      section.isWhole = false
      return section
    }
    let misplaced = MisplacedServices(otherThan: SectionField.self, in: node)
    section.misplaced = misplaced.services
    if let error = misplaced.diagnostic("directly under the environment `\(key.text)`") {
      collector.add(error)
    }
    for (key, value) in node.entries where !misplaced.contains(key.contentSpan) {
      let member = Member(key: key, value: value)
      if SectionField.named(key) == nil, FileField.named(key) != nil {
        collector.add(
          Diagnostic(
            .unknownField, "an environment has no field `\(key.text)`",
            at: key.place, "stands only at the top level of a file"
          )
          .note("an environment accepts: \(SectionField.names.texts.joined(separator: ", "))"))
        continue
      }
      section.add(member, as: field(SectionField.self, key, in: node, into: &collector))
    }
    return section
  }
}

extension FileOutline {
  private mutating func addImports(
    _ node: YAMLNode, into collector: inout DiagnosticCollector
  ) {
    if node.isNull { return }
    guard node.kind == .sequence, node.tag == nil else {
      collector.add(.wrongKind(node, "`imports`", mustBe: "a list of files"))
      isWhole = false
      return
    }
    for element in node.elements {
      if let request = Self.request(element, into: &collector) {
        imports.append(request)
      } else {
        isWhole = false
      }
    }
  }

  private static func request(
    _ node: YAMLNode, into collector: inout DiagnosticCollector
  ) -> ImportRequest? {
    guard node.kind == .mapping, node.tag == nil else {
      return isPath(node, "an import", into: &collector) ? ImportRequest(node: node) : nil
    }
    var file: YAMLNode?
    var glob: YAMLNode?
    var isOptional = false
    var optionalKey: YAMLNode?
    var isHealthy = true
    for (key, value) in node.entries {
      switch field(ImportField.self, key, in: node, into: &collector) {
      case .file: file = value
      case .glob: glob = value
      case .optional:
        optionalKey = key
        if value.kind == .scalar, value.tag == nil, value.text == "true" || value.text == "false" {
          isOptional = value.text == "true"
        } else {
          collector.add(.wrongKind(value, "`optional`", mustBe: "`true` or `false`"))
        }
      case nil: isHealthy = false
      }
    }
    switch (file, glob) {
    case (let file?, nil):
      guard isPath(file, "`file`", into: &collector) else { return nil }
      return ImportRequest(node: file, isOptional: isOptional)
    case (nil, let glob?):
      guard isPath(glob, "`glob`", into: &collector) else { return nil }
      if let optionalKey {
        collector.add(
          Diagnostic(
            .unknownField, "`optional` has no meaning next to `glob`",
            at: optionalKey.place, "belongs next to `file`"
          )
          .fix("leave it out: a pattern may match no file"))
      }
      return ImportRequest(node: glob, isGlob: true)
    case (nil, nil):
      if isHealthy {
        collector.add(
          Diagnostic(
            .missingField, "an import needs `file` or `glob`", at: node.wholePlace, "names no file")
        )
      }
    case (_?, let glob?):
      collector.add(
        Diagnostic(
          .unknownField, "an import has either `file` or `glob`, not both",
          at: glob.wholePlace, "next to `file`"))
    }
    return nil
  }

  private static func isPath(
    _ node: YAMLNode, _ subject: String, into collector: inout DiagnosticCollector
  ) -> Bool {
    if case .unknown(let tag) = node.tagKind {
      collector.add(.unknownTag(tag, of: node))
      return false
    }
    guard node.kind == .scalar, node.knownTag == nil, !node.text.isEmpty, !node.isNull else {
      collector.add(.wrongKind(node, subject, mustBe: "a path"))
      return false
    }
    if InterpolationTemplate.holdsReference(node.text) {
      collector.add(
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
