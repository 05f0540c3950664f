import PatchbayDiagnostics

// Values, and where they come from.
extension ModelJSON {
  func value(_ value: WiringModel.Value) -> JSONText {
    var members = members(value.content)
    if value.isIncomplete { members.append(("incomplete", .bool(true))) }
    if case .required(let purpose) = value.content {
      members.append(("purpose", .string(purpose)))
    }
    return .object(members + [("origin", origin(value.provenance))])
  }

  func entry(_ entry: WiringModel.Value.Entry) -> JSONText {
    .object([("key", .string(entry.key)), ("value", value(entry.value))])
  }

  private func members(_ content: WiringModel.Value.Content) -> [(String, JSONText)] {
    let kind = ("kind", JSONText.string(content.kind))
    switch content {
    case .null, .required, .external: return [kind]
    case .text(let text): return [kind, ("text", .string(text))]
    case .composed(let pieces):
      return [kind, ("parts", .array(pieces.map(piece)))]
    case .secret(let sources): return [kind, ("sources", .array(sources.map(source)))]
    case .list(let elements): return [kind, ("elements", .array(elements.map(value)))]
    case .map(let entries): return [kind, ("entries", .array(entries.map(entry)))]
    case .service(let reference):
      switch reference {
      case .reference(let key), .optional(let key): return [kind, ("key", .string(key))]
      case .tagged(let tag): return [kind, ("tag", .string(tag))]
      case .inner, .inline: return [kind]
      }
    }
  }

  private func piece(_ piece: WiringModel.Value.Piece) -> JSONText {
    switch piece {
    case .text(let text): .object([("kind", .string("text")), ("text", .string(text))])
    case .source(let source): self.source(source)
    }
  }

  private func source(_ source: WiringModel.Value.Source) -> JSONText {
    let kind: String
    var members: [(String, JSONText)]
    switch source.kind {
    case .variable(let name):
      kind = "variable"
      members = [
        ("name", .string(name)), ("default", source.fallback.map(value) ?? .null),
      ]
    case .file(let path): (kind, members) = ("file", [("path", Self.text(path))])
    case .path(let path): (kind, members) = ("path", [("path", Self.text(path))])
    case .registered(let name):
      kind = "registered"
      members = [("name", .string(name)), ("path", Self.text(source.path))]
    }
    if !source.pathParts.isEmpty {
      members.append(("pathParts", .array(source.pathParts.map(piece))))
    }
    return .object([("kind", .string(kind))] + members)
  }

  func origin(_ provenance: Provenance) -> JSONText {
    .object([
      ("place", place(provenance.place)),
      ("layer", layer(provenance.winner)),
      (
        "overrides",
        .array(
          provenance.overridden.map {
            .object([("place", place($0.place)), ("layer", layer($0))])
          })
      ),
      ("through", .array(provenance.via.map(place))),
    ])
  }

  func layer(_ origin: Origin) -> JSONText {
    layers.indices.contains(origin.layer) ? .string(layers[origin.layer]) : .null
  }

  func place(_ place: SourcePlace) -> JSONText {
    switch place {
    case .span(let span):
      let start = span.start
      if let location = span.file.swiftLocation {
        return .object([
          ("swift", .string(location.fileID)), ("line", .number(location.line)),
          ("textLine", .number(start.line)), ("textColumn", .number(start.column)),
        ])
      }
      return .object([
        ("file", .string(paths[span.file.name] ?? span.file.name)),
        ("line", .number(start.line)), ("column", .number(start.column)),
      ])
    case .file(let name): return .object([("file", .string(paths[name] ?? name))])
    case .swift(let location):
      return .object([
        ("swift", .string(location.fileID)), ("line", .number(location.line)),
      ])
    }
  }
}

extension WiringModel.Value.Content {
  /// The name of the kind in JSON.
  var kind: String {
    switch self {
    case .null, .required: "null"
    case .text: "text"
    case .composed: "composed"
    case .external: "external"
    case .secret: "secret"
    case .list: "list"
    case .map: "map"
    case .service(.reference): "reference"
    case .service(.optional): "optional"
    case .service(.tagged): "tagged"
    case .service(.inner): "inner"
    case .service(.inline): "inline"
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
