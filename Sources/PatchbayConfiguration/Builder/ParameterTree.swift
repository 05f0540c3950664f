import PatchbayCore
package import PatchbayDiagnostics

/// The parameters that a program sets: nested maps, whose paths are the names.
package struct ParameterTree: Sendable {
  private var entries: [ConfigurationValue.Entry] = []

  init() {}

  /// Collects the parameters of a layer; the collector receives an error for each that is set
  /// twice.
  package init(_ layer: Definitions, into collector: inout DiagnosticCollector) {
    var writer = LayerWriter(layer: 0, parameters: ParameterLookup(ParameterTree()))
    for (values, location) in layer.parameters {
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        let value = writer.value(ArgumentValue(value), at: location, path: [last])
        if let first = set(name, value) {
          collector.add(parameterTwice(first.name, .swift(location), first.place))
        }
      }
    }
  }

  /// The value of a dotted name.
  subscript(name: String) -> ConfigurationValue? {
    var entries = entries
    var value: ConfigurationValue?
    for part in name.split(separator: ".", omittingEmptySubsequences: false) {
      guard let entry = entries.first(where: { $0.key == part }) else { return nil }
      value = entry.value
      if case .map(let inner) = entry.value.content { entries = inner } else { entries = [] }
    }
    return value
  }

  /// Sets a parameter.
  ///
  /// - Parameters:
  ///   - name: The name, which splits at its dots.
  ///   - value: A value that contains no service.
  /// - Returns: The whole name of the previous value, of it or of a part of it, and its place.
  mutating func set(
    _ name: String, _ value: ConfigurationValue
  ) -> (name: String, place: SourcePlace)? {
    var value = value
    var parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    // A dotted name is short for nested maps.
    while parts.count > 1, let last = parts.popLast() {
      let entry = ConfigurationValue.Entry(key: last, keyPlace: value.place, value: value)
      value = ConfigurationValue(.map([entry]), value.provenance, disclosure: value.disclosure)
    }
    let entry = ConfigurationValue.Entry(key: parts[0], keyPlace: value.place, value: value)
    return Self.merge(entry, into: &entries).map { ($0.path.joined(separator: "."), $0.place) }
  }

  private static func merge(
    _ entry: ConfigurationValue.Entry, into entries: inout [ConfigurationValue.Entry]
  ) -> (path: [String], place: SourcePlace)? {
    guard let index = entries.firstIndex(where: { $0.key == entry.key }) else {
      entries.append(entry)
      return nil
    }
    guard case .map(let upper) = entry.value.content,
      case .map(var lower) = entries[index].value.content
    else { return ([entry.key], entries[index].keyPlace) }
    var first: (path: [String], place: SourcePlace)?
    for inner in upper {
      let found = merge(inner, into: &lower).map { ([entry.key] + $0.path, $0.place) }
      first = first ?? found
    }
    entries[index].value.content = .map(lower)
    return first
  }

  /// The names of all values and maps.
  private var names: [String] {
    var names: [String] = []
    var pending = entries.map { (path: $0.key, value: $0.value) }
    while let next = pending.popLast() {
      names.append(next.path)
      if case .map(let inner) = next.value.content {
        pending += inner.map { ("\(next.path).\($0.key)", $0.value) }
      }
    }
    return names
  }

  func unknown(_ name: String, _ place: SourcePlace) -> Diagnostic {
    let near = nearMisses(of: name, in: names)
    var diagnostic = Diagnostic(
      .unknownParameter, "no parameter is named `\(name)`", labels: [.init(place, "used here")])
    if let similar = near.first.flatMap({ self[$0] }) {
      diagnostic.labels.append(.init(similar.place, "a similar name is set here"))
    }
    diagnostic.fixIts = Diagnostic.FixIt.didYouMean(anyOf: near, replacing: nil).map { [$0] } ?? []
    return diagnostic
  }
}

extension ParameterLookup {
  /// Creates a lookup of the parameters that a program sets.
  init(_ tree: ParameterTree) {
    self.init { name, place in
      if let value = tree[name] { return (value.brought(by: place), []) }
      return (nil, [tree.unknown(name, place)])
    }
  }
}

extension ConfigurationValue {
  /// Returns the value with the place of the parameter's use in the provenance of every part.
  fileprivate func brought(by place: SourcePlace) -> ConfigurationValue {
    var value = self
    value.provenance.via.insert(place, at: 0)
    switch content {
    case .list(let elements): value.content = .list(elements.map { $0.brought(by: place) })
    case .map(let entries):
      value.content = .map(
        entries.map {
          .init(key: $0.key, keyPlace: $0.keyPlace, value: $0.value.brought(by: place))
        })
    case .null, .scalar, .service, .faulty: break
    }
    return value
  }
}
