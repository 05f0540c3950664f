import PatchbayCore
import PatchbayDiagnostics

extension EffectiveDocument {
  /// Writes a value under a key as YAML, or as an element of a list.
  ///
  /// The owner is the key of the service that it belongs to, for inline services; the path gives
  /// names to parameters that an overlay has to set.
  mutating func write(
    _ value: WiringModel.Value, _ key: String?, owner: String = "", path: String,
    isParameter: Bool = false
  ) {
    let comment = comment(value.provenance.place)
    if !isParameter, case .secret = value.content, let name = nameOfRequired(value) {
      return writer.entry(key, reference(name, value), comment)
    }
    if var scalar = scalar(value, path: path) {
      if !isParameter, case .secret = value.content, !value.isMarkedSecret {
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
    case .service(.inline(let name)):
      guard let node = inlineService(name, of: owner, at: value.provenance.place) else {
        return writer.entry(key, "!inline {}", comment)
      }
      writer.open(key, tag: "!inline", comment)
      writer.entry("type", YAMLText.scalar(node.service.type), origin(of: "type", in: node))
      add(node.arguments, "arguments", owner: node.service.key, path: path)
      writer.close(key)
    default:
      // Before the call: it would keep a copy of all texts so far, which the new one would be added to.
      let name = nameOfMissing(value, path: path)
      writer.entry(key, reference(name, value), comment)
    }
  }

  /// Writes arguments or properties; those that a module of the program sets are left out.
  mutating func add(
    _ arguments: [WiringModel.Argument], _ field: String, owner: String, path: String
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
  func isWritable(_ value: WiringModel.Value) -> Bool {
    switch value.content {
    case .list, .map: return value.parts.allSatisfy { isWritable($0.value) }
    default:
      let isWhole = value.content.isOneVariable
      // The name of a new parameter does not matter here.
      return Self.scalar(value) { fallback, depth in
        if isWhole, depth == 1, fallback.isIncomplete, fallback.isLeaf { return "x" }
        return fallback.isIncomplete ? nil : nameOfParameter(fallback)
      } != nil
    }
  }

  /// Returns the value on one line; nil for any that takes more, and for one that has no written
  /// form.
  private mutating func scalar(_ value: WiringModel.Value, path: String) -> String? {
    let isWhole = value.content.isOneVariable
    return Self.scalar(value) { fallback, depth in
      // Next to other parts it would be unclear what an overlay has to set.
      if isWhole, depth == 1, fallback.isIncomplete, fallback.isLeaf {
        return nameOfMissing(fallback, path: path)
      }
      return fallback.isIncomplete ? nil : nameOfParameter(fallback)
    }
  }

  private static func scalar(
    _ value: WiringModel.Value,
    replacing fallback: (WiringModel.Value, _ depth: Int) -> String?
  ) -> String? {
    func text(_ pieces: [WiringModel.Value.Piece]) -> String? {
      value.isIncomplete ? nil : WrittenText(pieces, replacing: fallback)?.scalar
    }
    switch value.content {
    case .required: return nil
    case .null: return value.isIncomplete ? nil : "null"
    case .text(let known):
      return value.isIncomplete ? nil : YAMLText.scalar(WrittenText.escaped(known))
    case .composed(let pieces): return text(pieces)
    case .secret(let sources):
      return text(sources.map { .source($0) }).map { value.isMarkedSecret ? "!secret \($0)" : $0 }
    case .external, .list, .map: return nil
    case .service(let reference):
      switch reference {
      case .reference(let key): return "!ref \(YAMLText.key(key))"
      case .optional(let key): return "!optional \(YAMLText.key(key))"
      case .tagged(let tag): return "!tagged \(YAMLText.key(tag))"
      case .inner: return "!inner"
      case .inline: return nil
      }
    }
  }
}

extension WiringModel.Value {
  /// Whether it is a text without parts.
  fileprivate var isLeaf: Bool {
    switch content {
    case .text, .external: true
    case .secret(let sources): sources.isEmpty
    case .null, .required, .composed, .list, .map, .service: false
    }
  }
}

extension WiringModel.Value.Content {
  /// Whether it is the text of one variable alone.
  fileprivate var isOneVariable: Bool {
    let source: WiringModel.Value.Source
    switch self {
    case .composed(let pieces):
      guard pieces.count == 1, case .source(let only) = pieces[0] else { return false }
      source = only
    case .secret(let sources) where sources.count == 1: source = sources[0]
    default: return false
    }
    if case .variable = source.kind { return true }
    return false
  }
}
