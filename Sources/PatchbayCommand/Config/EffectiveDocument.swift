package import PatchbayCore
import PatchbayDiagnostics

/// The effective configuration of a model as one file: next to the root file, it gives the same plan.
///
/// It has no text of a secret. A literal one is a `!required` parameter, which an overlay has to set:
/// the parameter that it is, or one of a group of its own.
package struct EffectiveDocument {
  let model: WiringModel
  let showsOrigins: Bool
  /// The lines of the document.
  package private(set) var text = ""
  /// The texts that it does not have, in order.
  package private(set) var missingTexts: [MissingText] = []
  /// Whether something that modules of the program define, change or remove is left out.
  private(set) var leavesOutModules = false
  /// The parameters that have to be referred to, such as those that are written as `!required`, by the
  /// places of their values.
  private var requiredParameters: [SourcePlace: [NamedValue]] = [:]
  /// All parameters by the places of their values.
  private let allParameters: [SourcePlace: [NamedValue]]
  /// The parameter for texts that are no parameters, and its entries.
  private let group: String
  private var groupMembers: [(name: String, text: MissingText)] = []
  /// The inline services, by the keys of their owners.
  private let inline: [String: [Int]]
  var writer = BlockWriter()

  private typealias NamedValue = (name: String, value: WiringModel.Value)

  /// A text that the document does not have, because it must not be shown or has no written form.
  package struct MissingText: Sendable {
    /// The parameter that an overlay has to set to it: its name, and the keys inside its map.
    package let path: [String]
    package let value: WiringModel.Value
  }

  /// Creates the document of a model.
  ///
  /// - Parameters:
  ///   - model: The wiring of one environment.
  ///   - showsOrigins: Whether each value has a comment with its place.
  package init(_ model: WiringModel, showsOrigins: Bool = false) {
    self.model = model
    self.showsOrigins = showsOrigins
    let names = Set(model.parameters.map(\.name))
    var group = "secrets"
    var number = 1
    while names.contains(group) {
      number += 1
      group = "secrets-\(number)"
    }
    self.group = group
    var parameters: [SourcePlace: [NamedValue]] = [:]
    for parameter in model.parameters {
      if let value = parameter.value { Self.collect(value, parameter.name, into: &parameters) }
    }
    allParameters = parameters
    inline = Dictionary(
      grouping: model.nodes.indices.filter { model.nodes[$0].service.owner != nil }
    ) { model.nodes[$0].service.owner ?? "" }
    writeAll()
  }

  private mutating func writeAll() {
    addNames("scopes", zip(model.scopes, model.scopeOrigins).map { ($0, $1.place) })
    addNames("roots", zip(model.roots, model.rootOrigins).map { ($0, $1.place) })
    let names = take()
    for parameter in model.parameters {
      if let value = parameter.value { recordRequired(value, parameter.name) }
    }
    for parameter in model.parameters { add(parameter) }
    var parameters = take()
    for node in model.nodes where node.service.owner == nil && !node.service.isInherited {
      add(node)
    }
    for alias in model.aliases { add(alias) }
    for removal in model.removed where removal.origin.place.isSwift {
      addStub(removal.key, "removed", removal.origin.place)
    }
    let services = take()
    addGroup()
    parameters += take()
    text = names
    if !parameters.isEmpty { text += "parameters:\n\(parameters)" }
    text += services.isEmpty ? "services: {}\n" : "services:\n\(services)"
  }

  private mutating func take() -> String {
    let text = writer.text
    writer = BlockWriter(indentation: 2)
    return text
  }
}

// Parameters.
extension EffectiveDocument {
  private mutating func add(_ parameter: WiringModel.Parameter) {
    guard let value = parameter.value else {
      return writer.entry(YAMLText.key(parameter.name), Self.required(parameter.purpose))
    }
    add(value, path: [parameter.name])
  }

  /// Records the parameters that have to be referred to, where their values are used.
  private mutating func recordRequired(_ value: WiringModel.Value, _ name: String) {
    if isOfProgram(value.provenance) || value.purpose != nil { return }
    if case .map(let entries) = value.content, !entries.isEmpty {
      for entry in entries where Self.isWord(entry.key) {
        recordRequired(entry.value, "\(name).\(entry.key)")
      }
      return
    }
    // One may be hidden only because a secret is made of it: that has to refer to it again.
    let isHidden = if case .secret = value.content { !value.isMarkedSecret } else { false }
    if isHidden || !isWritable(value) { record(value, name) }
  }

  private mutating func record(_ value: WiringModel.Value, _ name: String) {
    let place = value.provenance.place
    if place.isSwift { return }
    // The parameter that is written there, and then those that refer to it.
    let position = value.provenance.via.isEmpty ? 0 : requiredParameters[place]?.count ?? 0
    requiredParameters[place, default: []].insert((name, value), at: position)
  }

  /// Writes a parameter or an entry of one.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: The parameter's name, and the keys inside its map.
  private mutating func add(_ value: WiringModel.Value, path: [String]) {
    let key = YAMLText.key(path[path.count - 1])
    if isOfProgram(value.provenance) { return leavesOutModules = true }
    if let purpose = value.purpose { return writer.entry(key, Self.required(purpose)) }
    if case .map(let entries) = value.content, !entries.isEmpty {
      let outer = writer
      writer.open(key)
      let start = writer.text.utf8.count
      for entry in entries {
        add(entry.value, path: path + [entry.key])
      }
      writer.close(key)
      if writer.text.utf8.count == start { writer = outer }
      return
    }
    let name = path.joined(separator: ".")
    if isWritable(value) { return write(value, key, path: name, isParameter: true) }
    if let other = nameOfRequired(value), other != name {
      return writer.entry(key, reference(other, value))
    }
    missingTexts.append(MissingText(path: path, value: value))
    writer.entry(key, Self.required(Self.purpose(value)), placeComment(value.provenance.place))
  }

  /// Writes the parameters for texts that are no parameters.
  private mutating func addGroup() {
    guard !groupMembers.isEmpty else { return }
    writer.open(group)
    for member in groupMembers {
      writer.entry(
        YAMLText.key(member.name), Self.required(Self.purpose(member.text.value)),
        placeComment(member.text.value.provenance.place))
    }
    writer.close(group)
  }

  private static func required(_ purpose: String) -> String {
    // It is never interpolated.
    purpose.isEmpty ? "!required" : "!required \(YAMLText.scalar(purpose))"
  }

  private static func purpose(_ value: WiringModel.Value) -> String {
    value.isSecret ? "a literal secret" : "a text that is not shown here"
  }
}

// Values that are not written.
extension EffectiveDocument {
  /// Whether a value is set by a module of the program, and not only a text that comes from one.
  func isOfProgram(_ provenance: Provenance) -> Bool {
    provenance.place.isSwift && provenance.via.isEmpty
  }

  mutating func leaveOut() { leavesOutModules = true }

  /// Returns the name of a `!required` parameter for a value that comes from it.
  func nameOfRequired(_ value: WiringModel.Value) -> String? {
    if value.provenance.place.isSwift { return nameOfProgram(value) }
    return Self.name(of: value, in: requiredParameters)
  }

  /// Returns the name of a parameter that a module of the program sets: places in Swift do not tell
  /// them apart, but the `$(…)` that passed the value on does.
  private func nameOfProgram(_ value: WiringModel.Value) -> String? {
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
  func nameOfParameter(_ value: WiringModel.Value) -> String? {
    value.provenance.place.isSwift ? nil : Self.name(of: value, in: allParameters)
  }

  private static func collect(
    _ value: WiringModel.Value, _ name: String, into names: inout [SourcePlace: [NamedValue]]
  ) {
    names[value.provenance.place, default: []].append((name, value))
    guard case .map(let entries) = value.content else { return }
    for entry in entries where isWord(entry.key) {
      collect(entry.value, "\(name).\(entry.key)", into: &names)
    }
  }

  private static func name(
    of value: WiringModel.Value, in names: [SourcePlace: [NamedValue]]
  ) -> String? {
    names[value.provenance.place]?.first { $0.value.isSame(as: value) }?.name
  }

  /// Returns a reference to a parameter, secret if all of its value is.
  func reference(_ name: String, _ value: WiringModel.Value) -> String {
    value.isMarked ? "!secret $(\(name))" : "$(\(name))"
  }

  /// Returns the name of a parameter of the group that an overlay has to set to a text.
  mutating func nameOfMissing(_ value: WiringModel.Value, path: String) -> String {
    if let name = nameOfRequired(value) { return name }
    let words = path.utf8.map { byte in
      Self.isWord(byte) ? byte : UInt8(ascii: "-")
    }
    let name = String(decoding: words, as: UTF8.self)
    var own = name.isEmpty ? "text" : name
    var number = 1
    while groupMembers.contains(where: { $0.name == own }) {
      number += 1
      own = "\(name)-\(number)"
    }
    let text = MissingText(path: [group, own], value: value)
    groupMembers.append((own, text))
    missingTexts.append(text)
    record(value, "\(group).\(own)")
    return "\(group).\(own)"
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isWord($0) }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  /// Returns the inline service that is written at a place.
  func inlineService(_ key: String, of owner: String, at place: SourcePlace) -> WiringModel.Node? {
    let own = (inline[owner] ?? []).lazy.map { model.nodes[$0] }
      .filter { $0.definitionKey == key }
    return own.first { $0.provenance.place == place } ?? own.first
  }
}

extension WiringModel.Value {
  /// Whether every text of it is marked as a secret, and there is one.
  fileprivate var isMarked: Bool {
    switch content {
    case .secret: isMarkedSecret
    case .list(let elements): !elements.isEmpty && elements.allSatisfy(\.isMarked)
    case .map(let entries): !entries.isEmpty && entries.allSatisfy(\.value.isMarked)
    case .null, .text, .composed, .external, .service: false
    }
  }

  /// Whether a text of it is a secret.
  fileprivate var isSecret: Bool {
    switch content {
    case .secret: true
    case .list(let elements): elements.contains(where: \.isSecret)
    case .map(let entries): entries.contains(where: \.value.isSecret)
    case .null, .text, .composed, .external, .service: false
    }
  }

  /// Returns whether another value consists of the same parts, which are written at the same places.
  fileprivate func isSame(as other: Self) -> Bool {
    guard provenance.place == other.provenance.place else { return false }
    switch (content, other.content) {
    case (.null, .null), (.external, .external): return true
    case (.text(let own), .text(let others)): return own == others
    case (.list(let own), .list(let others)):
      return own.count == others.count && zip(own, others).allSatisfy { $0.isSame(as: $1) }
    case (.map(let own), .map(let others)):
      return own.count == others.count
        && zip(own, others).allSatisfy { $0.key == $1.key && $0.value.isSame(as: $1.value) }
    case (.composed(let own), .composed(let others)): return Self.areSame(own, others)
    // A default can have the place of the whole text, of which it is a part.
    case (.secret(let own), .secret(let others)):
      return Self.areSame(own.map { .source($0) }, others.map { .source($0) })
    default: return false
    }
  }

  private static func areSame(_ own: [Piece], _ others: [Piece]) -> Bool {
    own.count == others.count
      && zip(own, others).allSatisfy { pair in
        switch pair {
        case (.text(let own), .text(let others)): return own == others
        case (.source(let own), .source(let others)):
          guard own.kind == others.kind, own.path == others.path,
            areSame(own.pathParts, others.pathParts)
          else { return false }
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

// Comments.
extension EffectiveDocument {
  /// Returns the comment with the place of a value, if they are shown.
  func comment(_ place: SourcePlace) -> String? { showsOrigins ? placeComment(place) : nil }

  func placeComment(_ place: SourcePlace) -> String {
    switch place {
    case .span(let span):
      let start = span.start
      if let location = span.file.swiftLocation {
        return YAMLText.comment("\(location.fileID):\(location.line), line \(start.line)")
      }
      return YAMLText.comment("\(model.paths[span.file.name] ?? span.file.name):\(start.line)")
    case .file(let name): return YAMLText.comment(model.paths[name] ?? name)
    case .swift(let location): return YAMLText.comment("\(location.fileID):\(location.line)")
    }
  }
}
