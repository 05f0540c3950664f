import PatchbayCore
import PatchbayDiagnostics

extension EffectiveDocument {
  /// Writes a value under a key as YAML, or as an element of a list.
  ///
  /// The owner is the key of the service that it belongs to, for inline services; the path gives
  /// names to parameters that an overlay has to set.
  mutating func write(
    _ value: ConfigurationValue, _ key: String?, owner: String = "", path: String,
    isParameter: Bool = false
  ) {
    let comment = comment(value.provenance.place)
    if !isParameter, value.isSecretText, let name = nameOfRequired(value) {
      return writer.entry(key, reference(name, value), comment)
    }
    if var scalar = scalar(value, path: path) {
      if !isParameter, value.disclosure == .hidden {
        scalar = "!secret \(scalar)"
      }
      return writer.entry(key, scalar, comment)
    }
    if let name = nameOfRequired(value) {
      return writer.entry(key, reference(name, value), comment)
    }
    switch value.content {
    case .list(let elements) where elements.isEmpty: writer.entry(key, "[]", comment)
    case .map(let entries) where entries.isEmpty: writer.entry(key, "{}", comment)
    case .list(let elements):
      writer.open(key)
      for element in elements {
        writer.openElement()
        write(element, nil, owner: owner, path: path)
        writer.closeElement()
      }
      writer.close(key)
    case .map(let entries):
      writer.open(key)
      for entry in entries {
        write(
          entry.value, YAMLText.key(entry.key), owner: owner, path: "\(path)-\(entry.key)")
      }
      writer.close(key)
    case .service(let use):
      guard case .inline(let definition) = use.target,
        let node = inlineService(definition.key, of: owner, at: value.place)
      else { return writer.entry(key, "!inline {}", comment) }
      writer.open(key, tag: "!inline", comment)
      writer.entry("type", YAMLText.scalar(node.service.type), origin(of: "type", in: node))
      add(node.definition.arguments, "arguments", owner: node.service.key, path: path)
      writer.close(key)
    default:
      // Before the call: it would keep a copy of all texts so far, which the new one would be added to.
      let name = nameOfMissing(value, path: path)
      writer.entry(key, reference(name, value), comment)
    }
  }

  /// Writes arguments or properties; those that a module of the program sets are left out.
  mutating func add(
    _ arguments: [Argument], _ field: String, owner: String, path: String
  ) {
    let own = arguments.filter { !isOfProgram($0.value.provenance) }
    if own.count < arguments.count { leaveOut() }
    if own.isEmpty { return }
    writer.open(field)
    for argument in own {
      write(
        argument.value, YAMLText.key(argument.name), owner: owner,
        path: "\(path)-\(argument.name)")
    }
    writer.close(field)
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
        if isWhole, depth == 1, fallback.isIncomplete, fallback.isLeaf { return "x" }
        return fallback.isIncomplete ? nil : nameOfParameter(fallback)
      } != nil
    }
  }

  /// Returns the value on one line; nil for any that takes more, and for one that has no written
  /// form.
  private mutating func scalar(_ value: ConfigurationValue, path: String) -> String? {
    let isWhole = value.isOneVariable
    return Self.scalar(value) { fallback, depth in
      // Next to other parts it would be unclear what an overlay has to set.
      if isWhole, depth == 1, fallback.isIncomplete, fallback.isLeaf {
        return nameOfMissing(fallback, path: path)
      }
      return fallback.isIncomplete ? nil : nameOfParameter(fallback)
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
      case .tagged(let tag): return "!tagged \(YAMLText.key(tag.text))"
      case .inner: return "!inner"
      case .inline: return nil
      }
    }
    if value.isIncomplete { return nil }
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
