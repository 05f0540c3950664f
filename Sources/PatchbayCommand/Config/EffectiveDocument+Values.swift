import PatchbayCore
import PatchbayDiagnostics

extension EffectiveDocument {
  /// Returns a value as YAML.
  ///
  /// The owner is the key of the service that it belongs to, for inline services; the path gives
  /// names to parameters that an overlay has to set.
  mutating func block(
    _ value: ConfigurationValue, of owner: String = "", path: String, isParameter: Bool = false
  ) -> YAMLBlock {
    let comment = comment(value.provenance.place)
    func line(_ text: String) -> YAMLBlock { YAMLBlock(head: text, comment: comment) }
    if !isParameter, value.isSecretText, let name = nameOfRequired(value) {
      return line(reference(name, value))
    }
    if let scalar = scalar(value, path: path) {
      let isHidden = !isParameter && value.disclosure == .hidden
      return line(isHidden ? "!secret \(scalar)" : scalar)
    }
    if let name = nameOfRequired(value) { return line(reference(name, value)) }
    var body: [String] = []
    switch value.content {
    case .list(let elements) where elements.isEmpty: return line("[]")
    case .map(let entries) where entries.isEmpty: return line("{}")
    case .list(let elements):
      for element in elements { body += block(element, of: owner, path: path).element }
      return YAMLBlock(body: body)
    case .map(let entries):
      for entry in entries {
        body += block(entry.value, of: owner, path: "\(path)-\(entry.key)")
          .lines(of: YAMLText.key(entry.key))
      }
      return YAMLBlock(body: body)
    case .service:
      guard let node = index.inlineService(value, of: owner) else { return line("!inline {}") }
      body = field("type", YAMLText.scalar(node.service.type), origin(of: "type", in: node))
      body += arguments(
        "arguments", node.definition.arguments, of: node.service.key, path: path)
      return YAMLBlock(head: "!inline", comment: comment, body: body)
    default: return line(reference(nameOfMissing(value, path: path), value))
    }
  }

  /// Returns arguments or properties; those that a module of the program sets are left out.
  mutating func arguments(
    _ field: String, _ arguments: [Argument], of owner: String, path: String
  ) -> [String] {
    let own = arguments.filter { !isOfProgram($0.value.provenance) }
    if own.count < arguments.count { leavesOutModules = true }
    if own.isEmpty { return [] }
    var body: [String] = []
    for argument in own {
      body += block(argument.value, of: owner, path: "\(path)-\(argument.name)")
        .lines(of: YAMLText.key(argument.name))
    }
    return YAMLBlock(body: body).lines(of: field)
  }

  func origin(of field: String, in node: WiringModel.Node) -> String? {
    guard showsOrigins else { return nil }
    return node.origin(of: field).flatMap { comment($0.place) }
  }

  /// Returns whether a parameter without entries can be written as it is: a list may contain a text
  /// that cannot.
  func isWritable(_ value: ConfigurationValue) -> Bool {
    switch value.content {
    case .list, .map: return value.parts.allSatisfy { isWritable($0) }
    default:
      let isWhole = value.isOneVariable
      // The name of a new parameter does not matter here.
      return Self.scalar(value) { fallback, depth in
        if isWhole, depth == 1, fallback.omitted != 0, fallback.isLeaf { return "x" }
        return fallback.omitted != 0 ? nil : nameOfParameter(fallback)
      } != nil
    }
  }

  /// Returns the value on one line; nil for any that takes more, and for one that has no written
  /// form.
  private mutating func scalar(_ value: ConfigurationValue, path: String) -> String? {
    let isWhole = value.isOneVariable
    return Self.scalar(value) { fallback, depth in
      // Next to other parts it would be unclear what an overlay has to set.
      if isWhole, depth == 1, fallback.omitted != 0, fallback.isLeaf {
        return nameOfMissing(fallback, path: path)
      }
      return fallback.omitted != 0 ? nil : nameOfParameter(fallback)
    }
  }

  private static func scalar(
    _ value: ConfigurationValue,
    replacing fallback: (ConfigurationValue, _ depth: Int) -> String?
  ) -> String? {
    if case .service(let use) = value.content {
      switch use.target {
      case .reference(let key): return "!ref \(YAMLText.key(key.text))"
      case .optional(let key): return "!optional \(YAMLText.key(key.text))"
      case .tagged(let tag, nil): return "!tagged \(YAMLText.key(tag.text))"
      case .tagged(let tag, let key?):
        return "!tagged { tag: \(YAMLText.key(tag.text)), key: \(YAMLText.key(key.text)) }"
      case .inner: return "!inner"
      case .inline: return nil
      }
    }
    if value.omitted != 0 { return nil }
    let mark = value.disclosure == .secret ? "!secret " : ""
    switch value.content {
    case .null: return "null"
    case .scalar(let scalar): return mark + YAMLText.scalar(WrittenText.escaped(scalar.text))
    case .unknown(let text):
      return WrittenText(text.pieces, replacing: fallback)?.scalar.map { mark + $0 }
    case .faulty, .list, .map, .service: return nil
    }
  }
}

extension ConfigurationValue {
  /// Whether it is a text without parts.
  fileprivate var isLeaf: Bool {
    switch content {
    case .scalar: true
    case .unknown(let text): text.pieces.isEmpty
    case .null, .list, .map, .service, .faulty: false
    }
  }

  /// Whether it is the text of one variable alone.
  fileprivate var isOneVariable: Bool {
    guard case .unknown(let text) = content, text.pieces.count == 1,
      case .source(let source) = text.pieces[0], case .variable = source.kind
    else { return false }
    return true
  }
}
