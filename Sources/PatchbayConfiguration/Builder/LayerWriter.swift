import PatchbayCore
import PatchbayDiagnostics

/// Writes a program's statements as definitions of one layer, with the Swift place of every part.
struct LayerWriter {
  /// The index of the layer among those of the definition set.
  let layer: Int
  let parameters: ParameterLookup
  private(set) var reported: [Diagnostic] = []
  /// Descriptions of the statements so far, and their places.
  private var said: [String: SourcePlace] = [:]
  /// The number of inline services for each generated key.
  private var inlineCounts: [String: Int] = [:]

  init(layer: Int, parameters: ParameterLookup) {
    self.layer = layer
    self.parameters = parameters
  }

  mutating func report(_ diagnostic: Diagnostic) { reported.append(diagnostic) }

  func origin(_ location: SwiftLocation) -> Origin { Origin(place: .swift(location), layer: layer) }

  /// Returns a name with its place.
  func located(_ said: Said) -> Located {
    Located(said.text, Provenance(origin(said.location)))
  }

  /// Returns a text that may occur once in a definition.
  mutating func located(
    _ said: Said, over below: Located?, _ field: String, of key: String
  ) -> Located {
    guard isFirst("the \(field) of `\(key)`", at: .swift(said.location)) else {
      return below ?? located(said)
    }
    var result = located(said)
    if let below = below?.provenance {
      result.provenance.overridden = [below.winner] + below.overridden
    }
    return result
  }

  /// Whether this is the layer's first such statement; a second one is reported.
  private mutating func isFirst(_ what: String, at place: SourcePlace) -> Bool {
    guard let first = said[what] else {
      said[what] = place
      return true
    }
    report(saidTwice(what, place, first))
    return false
  }

  /// Returns a value of a definition.
  ///
  /// - Parameters:
  ///   - value: The argument as the program writes it.
  ///   - location: Where it is written.
  ///   - path: The owner's key, the name of the argument, and the keys of the maps around the
  ///     value.
  /// - Returns: The value with its provenance.
  mutating func value(
    _ value: ArgumentValue, at location: SwiftLocation, path: [String]
  ) -> ConfigurationValue {
    let place = SourcePlace.swift(location)
    func made(_ content: ConfigurationValue.Content) -> ConfigurationValue {
      ConfigurationValue(content, Provenance(origin(location)))
    }
    func service(_ target: ServiceUse.Target) -> ConfigurationValue {
      made(.service(ServiceUse(target, place: place)))
    }
    func name(_ text: String) -> Located { located(Said(text: text, location: location)) }
    switch value.content {
    case .null: return made(.null)
    case .text(let text):
      // As if quoted: the text `null` is a text.
      let result = made(.scalar(.init(text, isQuoted: true)))
      return path.last.map { result.concealed(under: $0) } ?? result
    case .secret(let hidden):
      return self.value(hidden, at: location, path: path).concealed
    case .list(let elements):
      return made(.list(elements.map { self.value($0, at: location, path: path) }))
    case .map(let entries):
      return made(.map(map(entries, at: location, path: path)))
    case .parameter(let name):
      let result = parameter(name, at: place)
      return path.last.map { result.concealed(under: $0) } ?? result
    case .reference(let key): return service(.reference(name(key)))
    case .optional(let key): return service(.optional(name(key)))
    case .tagged(let tag): return service(.tagged(name(tag)))
    case .inner: return service(.inner)
    case .inline(let type, let arguments):
      return service(.inline(inline(type, arguments, at: location, path: path)))
    }
  }

  private mutating func map(
    _ entries: [(key: String, value: ArgumentValue)], at location: SwiftLocation, path: [String]
  ) -> [ConfigurationValue.Entry] {
    var keys: Set<String> = []
    return entries.compactMap { key, value in
      guard keys.insert(key).inserted else {
        let place = SourcePlace.swift(location)
        report(saidTwice("the key `\(key)` in `\(path.joined(separator: "."))`", place, place))
        return nil
      }
      return .init(
        key: key, keyPlace: .swift(location),
        value: self.value(value, at: location, path: path + [key]))
    }
  }

  private mutating func parameter(_ name: String, at place: SourcePlace) -> ConfigurationValue {
    let answer = parameters.evaluate(name, place)
    reported += answer.reported
    return answer.value
      ?? ConfigurationValue(.faulty, Provenance(Origin(place: place, layer: layer)))
  }

  private mutating func inline(
    _ type: String, _ arguments: [(key: String, value: ArgumentValue)],
    at location: SwiftLocation, path: [String]
  ) -> Definition {
    let name = path.joined(separator: ".")
    let count = inlineCounts[name, default: 0] + 1
    inlineCounts[name] = count
    let key = count == 1 ? name : "\(name)#\(count)"
    var definition = Definition(
      key: key, provenance: Provenance(origin(location)),
      type: located(Said(text: type, location: location)))
    for (name, value) in arguments {
      add(
        .init(name: Said(text: name, location: location), value: value),
        to: &definition.arguments, of: key, "argument")
    }
    return definition
  }

  /// Adds an argument or a property to a definition, and overrides that of a lower layer.
  mutating func add(
    _ gift: DefinitionDraft.Gift, to arguments: inout [Argument], of key: String, _ noun: String
  ) {
    let (name, place) = (gift.name.text, SourcePlace.swift(gift.name.location))
    guard isFirst("the \(noun) `\(name)` of `\(key)`", at: place) else { return }
    var value = value(gift.value, at: gift.name.location, path: [key, name])
    guard let existing = arguments.firstIndex(where: { $0.name == name }) else {
      arguments.append(Argument(name: name, namePlace: place, value: value))
      return
    }
    let below = arguments[existing].value
    value.provenance.overridden += [below.provenance.winner] + below.provenance.overridden
    // A secret stays a secret, even if another layer sets it.
    if below.disclosure == .secret { value = value.concealed }
    arguments[existing] = Argument(name: name, namePlace: place, value: value)
  }

  /// Adds a tag to a definition, and overrides that of a lower layer.
  mutating func addTag(
    _ tag: Said, priority: Int, _ attributes: [(String, ArgumentValue)],
    to definition: inout Definition
  ) {
    let words = "the tag `\(tag.text)` of `\(definition.key)`"
    guard isFirst(words, at: .swift(tag.location)) else { return }
    var use = TagUse(name: located(tag), priority: priority)
    use.attributes = attributes.map { name, value in
      .init(
        key: name, keyPlace: .swift(tag.location),
        value: self.value(value, at: tag.location, path: [definition.key, tag.text, name]))
    }
    if let existing = definition.tags.firstIndex(where: { $0.name.text == tag.text }) {
      use.name.provenance.overridden = [definition.tags[existing].name.provenance.winner]
      definition.tags[existing] = use
    } else {
      definition.tags.append(use)
    }
  }
}

/// Returns the error of a duplicate statement in a layer.
private func saidTwice(_ what: String, _ place: SourcePlace, _ first: SourcePlace) -> Diagnostic {
  Diagnostic(
    .duplicateKey,
    "\(what) is given twice",
    labels: [.init(place, "given here again"), .init(first, "given here before")]
  )
}
