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
    let name = String(text.dropFirst(2).dropLast())
    let found = model.parameters.lazy.compactMap { $0.part(name)?.value }.first
    guard let found, isOfProgram(found.provenance), found.namedParts.isEmpty else { return nil }
    return found.isSame(as: value) ? name : nil
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

  /// Returns whether another value is written at the same place with the same text.
  fileprivate func isSame(as other: Self) -> Bool {
    place == other.place && isSecretText == other.isSecretText && source == other.source
  }

  /// The value as it is written, a secret by what it is read from: a default can have the place of the
  /// whole text, of which it is a part.
  private var source: String {
    if case .unknown(let text) = content { text.pieces.map(\.written).joined() } else { written }
  }
}
