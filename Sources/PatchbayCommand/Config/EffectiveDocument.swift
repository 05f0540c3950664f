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
  package internal(set) var missingTexts: [MissingText] = []
  /// Whether something that modules of the program define, change or remove is left out.
  var leavesOutModules = false
  /// The parameters that have to be referred to, such as those that are written as `!required`, by the
  /// places of their values.
  var requiredParameters: [SourcePlace: [NamedValue]] = [:]
  /// All parameters by the places of their values.
  let allParameters: [SourcePlace: [NamedValue]]
  /// The parameter for texts that are no parameters, and its entries.
  let group: String
  var groupMembers: [(name: String, text: MissingText)] = []
  /// The names of these entries, with the last number that was added to each.
  var groupNames: [String: Int] = [:]
  /// The inline services, by the keys of their owners.
  let inline: [String: [Int]]
  var writer = BlockWriter()

  typealias NamedValue = (name: String, value: ConfigurationValue)

  /// A text that the document does not have, because it must not be shown or has no written form.
  package struct MissingText: Sendable {
    /// The parameter that an overlay has to set to it: its name, and the keys inside its map.
    package let path: [String]
    package let value: ConfigurationValue
  }

  /// Creates the document of one environment.
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
    addNames("scopes", model.scopes.map { ($0.text, $0.place) })
    addNames("roots", model.roots.map { ($0.text, $0.place) })
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
  private mutating func add(_ parameter: ModelParts.Parameter) {
    guard let value = parameter.value else {
      return writer.entry(YAMLText.key(parameter.name), required([parameter.name]))
    }
    add(value, path: [parameter.name])
  }

  /// Records the parameters that have to be referred to, where their values are used.
  private mutating func recordRequired(_ value: ConfigurationValue, _ name: String) {
    if case .faulty = value.content { return }
    if case .map(let entries) = value.content, !entries.isEmpty {
      for entry in entries where Self.isWord(entry.key) {
        recordRequired(entry.value, "\(name).\(entry.key)")
      }
      return
    }
    if isOfProgram(value.provenance) { return }
    // One may be hidden only because a secret is made of it: that has to refer to it again.
    if value.disclosure == .hidden || !isWritable(value) { record(value, name) }
  }

  mutating func record(_ value: ConfigurationValue, _ name: String) {
    let place = value.provenance.place
    if place.isSwift { return }
    // The parameter that is written there, and then those that refer to it.
    let position = value.provenance.via.isEmpty ? 0 : requiredParameters[place]?.count ?? 0
    requiredParameters[place, default: []].insert((name, value), at: position)
  }

  /// Writes a parameter, or an entry of one by the keys inside its map.
  private mutating func add(_ value: ConfigurationValue, path: [String]) {
    let key = YAMLText.key(path[path.count - 1])
    // The place of a map is that of the highest layer, and others may have set its entries.
    if case .faulty = value.content { return writer.entry(key, required(path)) }
    if case .map(let entries) = value.content, !entries.isEmpty {
      // No copy of the writer: it would copy the text for each map.
      let before = writer.text.utf8.count
      writer.open(key)
      let start = writer.text.utf8.count
      for entry in entries {
        add(entry.value, path: path + [entry.key])
      }
      writer.close(key)
      if writer.text.utf8.count == start { writer.takeBack(to: before) }
      return
    }
    if isOfProgram(value.provenance) {
      leavesOutModules = true
      // One that it overrides keeps its position.
      if value.provenance.overridden.contains(where: { !$0.place.isSwift }) {
        writer.entry(key, Self.required("the program sets it"))
      }
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

  /// Returns the mark of a parameter that is not set, or of an entry of one.
  private func required(_ path: [String]) -> String {
    Self.required(model.purposes[path.joined(separator: ".")] ?? "")
  }

  private static func required(_ purpose: String) -> String {
    // It is never interpolated.
    purpose.isEmpty ? "!required" : "!required \(YAMLText.scalar(purpose))"
  }

  private static func purpose(_ value: ConfigurationValue) -> String {
    value.hasSecretText ? "a literal secret" : "a text that is not shown here"
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
