package import PatchbayDiagnostics

// Values, and where they come from.
extension ModelJSON {
  /// Returns a value; that of a parameter with its name, by which the purpose of a missing entry is found.
  func value(_ value: ConfigurationValue, of parameter: String? = nil) -> JSONText {
    var members = content(value, of: parameter)
    var isWhole = false
    if isObserved, case .scalar = value.content { isWhole = true }
    if value.omitted != 0, !isWhole { members = members + ["incomplete": true] }
    if showsOmissions, value.omitted != 0 { members = members + ["omitted": Int(value.omitted)] }
    if case .faulty = value.content, let parameter {
      members = members + ["purpose": purpose(of: parameter)]
    }
    return object(members + ["origin": origin(value.provenance)])
  }

  func purpose(of parameter: String) -> JSONText { .string(model.purposes[parameter] ?? "") }

  func entry(_ entry: ConfigurationValue.Entry) -> JSONText { self.entry(entry, of: nil) }

  private func entry(_ entry: ConfigurationValue.Entry, of parameter: String?) -> JSONText {
    let value = value(entry.value, of: parameter.map { "\($0).\(entry.key)" })
    return object(["key": entry.key, "value": value])
  }

  /// Returns the kind of a value, and what it consists of.
  private func content(_ value: ConfigurationValue, of parameter: String?) -> JSONMembers {
    switch value.content {
    case .null, .faulty: ["kind": "null"]
    case .scalar where value.isSecretText: ["kind": "secret", "sources": [String]()]
    case .scalar where value.disclosure == .external: ["kind": "external"]
    case .scalar(let scalar): ["kind": "text", "text": scalar.text]
    case .unknown(let text) where value.isSecretText:
      ["kind": "secret", "sources": text.pieces.map(piece)]
    case .unknown(let text): ["kind": "composed", "parts": text.pieces.map(piece)]
    case .list(let elements): ["kind": "list", "elements": elements.map { self.value($0) }]
    case .map(let entries):
      ["kind": "map", "entries": unordered(entries.map { entry($0, of: parameter) })]
    case .service(let use):
      switch use.target {
      // What a program observes is the service that it is given.
      case .reference(let key) where isObserved, .optional(let key) where isObserved:
        ["kind": "service", "to": model.graph.given[key.text]]
      case .reference(let key): ["kind": "reference", "key": key.text]
      case .optional(let key): ["kind": "optional", "key": key.text]
      case .tagged(let tag): ["kind": "tagged", isObserved ? "to" : "tag": tag.text]
      case .inline(let definition): ["kind": "inline", "to": definition.key]
      case .inner: ["kind": "inner"]
      }
    }
  }

  private func piece(_ piece: UnknownText.Piece) -> JSONText {
    switch piece {
    case .text(let text): object(["kind": "text", "text": text])
    case .source(let source): self.source(source)
    }
  }

  private func source(_ source: UnknownText.Source) -> JSONText {
    var members: JSONMembers
    switch source.kind {
    case .variable(let name):
      members = [
        "kind": "variable", "name": name, "default": source.fallback.map { value($0) },
      ]
    case .file: members = ["kind": "file", "path": source.path]
    case .path: members = ["kind": "path", "path": source.path]
    case .registered(let name):
      let path = source.shownPath.isEmpty ? nil : UnknownText.text(of: source.shownPath)
      members = ["kind": "registered", "name": name, "path": path]
    }
    if source.shownPath.contains(where: { if case .source = $0 { true } else { false } }) {
      members = members + ["pathParts": source.shownPath.map(piece)]
    }
    return object(members)
  }

  func origin(_ provenance: Provenance) -> JSONText {
    if isObserved { return .null }
    return object([
      "place": place(provenance.place),
      "layer": layer(provenance.winner),
      "overrides": provenance.overridden.map {
        object(["place": place($0.place), "layer": layer($0)])
      },
      "through": provenance.via.map(place),
    ])
  }

  func layer(_ origin: Origin) -> JSONText {
    let layers = model.layers
    return layers.indices.contains(origin.layer) ? .string(layers[origin.layer]) : .null
  }

  func place(_ place: SourcePlace) -> JSONText {
    switch place {
    case .span(let span):
      let start = span.start
      if let location = span.file.swiftLocation {
        return object([
          "swift": location.fileID, "line": location.line,
          "textLine": start.line, "textColumn": start.column,
        ])
      }
      return object([
        "file": model.paths[span.file.name] ?? span.file.name,
        "line": start.line, "column": start.column,
      ])
    case .file(let name): return object(["file": model.paths[name] ?? name])
    case .swift(let location):
      return object([
        "swift": location.fileID, "line": location.line,
      ])
    }
  }
}

extension ConfigurationValue {
  /// Whether it is a reference to services.
  var isService: Bool { if case .service = content { true } else { false } }
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

/// What has a form in JSON: texts, numbers, flags, lists and optional values of them, and JSON itself.
package protocol JSONConvertible {
  var json: JSONText { get }
}

extension JSONText: JSONConvertible {
  package var json: JSONText { self }

  static func object(_ members: JSONMembers) -> Self { object(members.all) }
}

extension String: JSONConvertible {
  package var json: JSONText { .string(self) }
}

extension Int: JSONConvertible {
  package var json: JSONText { .number(self) }
}

extension Bool: JSONConvertible {
  package var json: JSONText { .bool(self) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  // Not by a key path, which is looked up anew for each array: a sixth of a whole model.
  package var json: JSONText { .array(map { $0.json }) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  package var json: JSONText { map { $0.json } ?? .null }
}

/// The members of an object, in order.
struct JSONMembers: ExpressibleByDictionaryLiteral {
  private(set) var all: [(String, JSONText)]

  init(dictionaryLiteral members: (String, any JSONConvertible)...) {
    all = members.map { ($0, $1.json) }
  }

  static func + (first: Self, second: Self) -> Self {
    var members = first
    members.all += second.all
    return members
  }
}
