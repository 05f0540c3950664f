import PatchbayDiagnostics

// Values, and where they come from.
extension ModelJSON {
  /// Returns a value; that of a parameter with its name, by which the purpose of a missing entry is found.
  func value(_ value: ConfigurationValue, of parameter: String? = nil) -> JSON {
    var members = content(value, of: parameter).members
    if value.omitted != 0 {
      members.append(.init("incomplete", true))
      if showsOmissions { members.append(.init("omitted", Int(value.omitted).json)) }
    }
    if case .faulty = value.content, let parameter {
      members.append(.init("purpose", purpose(of: parameter)))
    }
    members.append(.init("origin", origin(value.provenance)))
    return .object(members)
  }

  func purpose(of parameter: String) -> JSON { (model.purposes[parameter] ?? "").json }

  func entry(_ entry: ConfigurationValue.Entry, of parameter: String? = nil) -> JSON {
    let value = value(entry.value, of: parameter.map { "\($0).\(entry.key)" })
    return ["key": entry.key.json, "value": value]
  }

  /// Returns the kind of a value, and what it consists of.
  private func content(_ value: ConfigurationValue, of parameter: String?) -> JSON {
    switch value.content {
    case .null, .faulty: ["kind": "null"]
    case .scalar where value.isSecretText: ["kind": "secret", "sources": []]
    case .scalar where value.disclosure == .external: ["kind": "external"]
    case .scalar(let scalar): ["kind": "text", "text": scalar.text.json]
    case .unknown(let text) where value.isSecretText:
      ["kind": "secret", "sources": .array(text.pieces.map(piece))]
    case .unknown(let text): ["kind": "composed", "parts": .array(text.pieces.map(piece))]
    case .list(let elements):
      ["kind": "list", "elements": .array(elements.map { self.value($0) })]
    case .map(let entries):
      ["kind": "map", "entries": .array(entries.map { entry($0, of: parameter) })]
    case .service(let use):
      switch use.target {
      case .reference(let key): ["kind": "reference", "key": key.text.json]
      case .optional(let key): ["kind": "optional", "key": key.text.json]
      case .tagged(let tag, let key):
        .joining(
          ["kind": "tagged", "tag": tag.text.json], key.map { ["key": $0.text.json] } ?? [:])
      case .inline(let definition): ["kind": "inline", "to": definition.key.json]
      case .inner: ["kind": "inner"]
      }
    }
  }

  private func piece(_ piece: UnknownText.Piece) -> JSON {
    switch piece {
    case .text(let text): ["kind": "text", "text": text.json]
    case .source(let source): self.source(source)
    }
  }

  private func source(_ source: UnknownText.Source) -> JSON {
    let kind: JSON
    switch source.kind {
    case .variable(let name):
      kind = .joining(
        [
          "kind": "variable", "name": name.json,
          "default": source.fallback.map { value($0) }.json,
        ], source.keepsEmpty ? ["keepsEmpty": true] : [:])
    case .file: kind = ["kind": "file", "path": source.path.json]
    case .path: kind = ["kind": "path", "path": source.path.json]
    case .registered(let name):
      let path = source.shownPath.isEmpty ? nil : UnknownText.text(of: source.shownPath)
      kind = ["kind": "registered", "name": name.json, "path": path.json]
    }
    let isComposed = source.shownPath.contains { if case .source = $0 { true } else { false } }
    return isComposed
      ? .joining(kind, ["pathParts": .array(source.shownPath.map(piece))]) : kind
  }

  func origin(_ provenance: Provenance) -> JSON {
    [
      "place": place(provenance.place),
      "layer": layer(provenance.winner),
      "overrides": .array(
        provenance.overridden.map { ["place": place($0.place), "layer": layer($0)] }),
      "through": .array(provenance.via.map(place)),
    ]
  }

  func layer(_ origin: Origin) -> JSON {
    let layers = model.layers
    return layers.indices.contains(origin.layer) ? layers[origin.layer].json : .null
  }

  func place(_ place: SourcePlace) -> JSON {
    switch place {
    case .span(let span):
      let start = span.start
      if let location = span.file.swiftLocation {
        return [
          "swift": location.fileID.json, "line": location.line.json,
          "textLine": start.line.json, "textColumn": start.column.json,
        ]
      }
      return [
        "file": (model.paths[span.file.name] ?? span.file.name).json,
        "line": start.line.json, "column": start.column.json,
      ]
    case .file(let name): return ["file": (model.paths[name] ?? name).json]
    case .swift(let location):
      return ["swift": location.fileID.json, "line": location.line.json]
    }
  }
}

extension ParameterKind {
  /// The name of the kind in JSON.
  var name: String {
    switch self {
    case .value: "value"
    case .service: "service"
    case .optionalService: "optional"
    case .serviceList: "services"
    case .serviceDictionary: "servicesByKey"
    case .providedService: "provider"
    case .lazyService: "lazy"
    case .resolver: "resolver"
    case .readiness: "readiness"
    case .runtimeArgument: "argument"
    }
  }
}

extension Duration {
  /// The seconds as a configuration writes them, such as `1.5s`: exact, and the same in every locale.
  package var seconds: String {
    let (seconds, attoseconds) = components
    guard attoseconds != 0 else { return "\(seconds)s" }
    // No limit is negative.
    var digits = String(attoseconds.magnitude)
    digits = String(repeating: "0", count: max(0, 18 - digits.utf8.count)) + digits
    while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
    return "\(seconds).\(digits)s"
  }
}
