import PatchbayCore
import PatchbayDiagnostics

// Values that are not written, and the parameters that take their places.
extension EffectiveDocument {
  /// Whether a value is set by a module of the program, and not only a text that comes from one.
  func isOfProgram(_ provenance: Provenance) -> Bool {
    provenance.place.isSwift && provenance.via.isEmpty
  }

  /// Returns the name of a `!required` parameter for a value that comes from it.
  func nameOfRequired(_ value: ConfigurationValue) -> String? {
    if value.provenance.place.isSwift { return nameOfProgram(value) }
    return Self.name(of: value, in: requiredParameters)
  }

  /// Returns the name of a parameter that a module of the program sets: places in Swift do not tell
  /// them apart, but the `$(…)` that passed the value on does.
  private func nameOfProgram(_ value: ConfigurationValue) -> String? {
    guard let use = value.provenance.via.last?.span else { return nil }
    let text = String(decoding: use.file.bytes[use.range], as: UTF8.self)
    guard text.hasPrefix("$("), text.hasSuffix(")") else { return nil }
    var names = text.dropFirst(2).dropLast().split(separator: ".").map(String.init)
    guard let first = names.first else { return nil }
    names.removeFirst()
    var found = model.parameters.first { $0.name == first }?.value
    for name in names {
      guard case .map(let entries) = found?.content else { return nil }
      found = entries.first { $0.key == name }?.value
    }
    switch found?.content {
    case .list, .map, nil: return nil
    default:
      guard let found, isOfProgram(found.provenance) else { return nil }
      return found.isSame(as: value) ? String(text.dropFirst(2).dropLast()) : nil
    }
  }

  /// Returns the name of a parameter with the same value.
  func nameOfParameter(_ value: ConfigurationValue) -> String? {
    value.provenance.place.isSwift ? nil : Self.name(of: value, in: allParameters)
  }

  static func collect(
    _ value: ConfigurationValue, _ name: String, into names: inout [SourcePlace: [NamedValue]]
  ) {
    names[value.provenance.place, default: []].append((name, value))
    guard case .map(let entries) = value.content else { return }
    for entry in entries where isWord(entry.key) {
      collect(entry.value, "\(name).\(entry.key)", into: &names)
    }
  }

  private static func name(
    of value: ConfigurationValue, in names: [SourcePlace: [NamedValue]]
  ) -> String? {
    names[value.provenance.place]?.first { $0.value.isSame(as: value) }?.name
  }

  /// Returns a reference to a parameter, secret if all of its value is.
  func reference(_ name: String, _ value: ConfigurationValue) -> String {
    value.isMarkedSecret ? "!secret $(\(name))" : "$(\(name))"
  }

  /// Returns the name of a parameter of the group that an overlay has to set to a text.
  mutating func nameOfMissing(_ value: ConfigurationValue, path: String) -> String {
    if let name = nameOfRequired(value) { return name }
    let words = path.utf8.map { byte in
      Self.isWord(byte) ? byte : UInt8(ascii: "-")
    }
    let name = String(decoding: words, as: UTF8.self)
    var own = name.isEmpty ? "text" : name
    while groupNames[own] != nil {
      groupNames[name, default: 1] += 1
      own = "\(name)-\(groupNames[name, default: 1])"
    }
    groupNames[own] = 1
    let text = MissingText(path: [group, own], value: value)
    groupMembers.append((own, text))
    missingTexts.append(text)
    record(value, "\(group).\(own)")
    return "\(group).\(own)"
  }

  static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isWord($0) }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte.isKeyCharacter && byte != UInt8(ascii: ".")
  }
}

extension ConfigurationValue {
  /// Whether every text of it is marked as a secret, and there is one.
  fileprivate var isMarkedSecret: Bool {
    isSecretText ? disclosure == .secret : !parts.isEmpty && parts.allSatisfy(\.isMarkedSecret)
  }

  /// Whether a text of it is a secret.
  var hasSecretText: Bool { isSecretText || parts.contains(where: \.hasSecretText) }

  /// Returns whether another value consists of the same parts, which are written at the same places.
  fileprivate func isSame(as other: Self) -> Bool {
    guard place == other.place, isSecretText == other.isSecretText else { return false }
    switch (content, other.content) {
    case (.null, .null), (.faulty, .faulty): return true
    case (.scalar(let own), .scalar(let others)):
      return own.text == others.text && (disclosure == .external) == (other.disclosure == .external)
    case (.list(let own), .list(let others)):
      return own.count == others.count && zip(own, others).allSatisfy { $0.isSame(as: $1) }
    case (.map(let own), .map(let others)):
      return own.count == others.count
        && zip(own, others).allSatisfy { $0.key == $1.key && $0.value.isSame(as: $1.value) }
    // A default can have the place of the whole text, of which it is a part.
    case (.unknown(let own), .unknown(let others)): return Self.areSame(own.pieces, others.pieces)
    default: return false
    }
  }

  private static func areSame(_ own: [UnknownText.Piece], _ others: [UnknownText.Piece]) -> Bool {
    own.count == others.count
      && zip(own, others).allSatisfy { pair in
        switch pair {
        case (.text(let own), .text(let others)): return own == others
        case (.source(let own), .source(let others)):
          guard own.kind == others.kind, areSame(own.shownPath, others.shownPath) else {
            return false
          }
          switch (own.fallback, others.fallback) {
          case (nil, nil): return true
          case (let own?, let others?): return own.isSame(as: others)
          default: return false
          }
        default: return false
        }
      }
  }
}
