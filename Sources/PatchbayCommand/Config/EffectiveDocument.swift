package import PatchbayCore
import PatchbayDiagnostics

/// The effective configuration of a model as one file: next to the root file, it gives the same plan.
///
/// It has no text of a secret. A literal one is a `!required` parameter, which an overlay has to set:
/// the parameter that it is, or one of a group of its own.
package struct EffectiveDocument {
  let index: ModelIndex
  let showsOrigins: Bool
  private let presentation: Presentation
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

  typealias NamedValue = (name: String, value: ConfigurationValue)

  /// A text that the document does not have, because it must not be shown or has no written form.
  package struct MissingText: Sendable {
    /// The parameter that an overlay has to set to it: its name, and the keys inside its map.
    package let path: [String]
    package let value: ConfigurationValue
  }

  var model: WiringModel { index.model }

  /// Creates the document of one environment.
  package init(_ model: WiringModel, showsOrigins: Bool = false) {
    self.init(model, showsOrigins: showsOrigins, Presentation())
  }

  init(_ model: WiringModel, showsOrigins: Bool, _ presentation: Presentation) {
    index = ModelIndex(model)
    (self.showsOrigins, self.presentation) = (showsOrigins, presentation)
    var names = Set(model.parameters.map(\.name))
    group = names.insertUnused("secrets")
    var parameters: [SourcePlace: [NamedValue]] = [:]
    for parameter in model.parameters {
      if let value = parameter.value { Self.collect(value, parameter.name, into: &parameters) }
    }
    allParameters = parameters
    text = lines.map { $0 + "\n" }.joined()
  }

  /// All lines; finds the missing texts.
  private var lines: [String] {
    mutating get {
      let names =
        self.names("scopes", model.scopes.map { ($0.text, $0.place) })
        + self.names("roots", model.roots.map { ($0.text, $0.place) })
      for parameter in model.parameters {
        if let value = parameter.value { recordRequired(value, parameter.name) }
      }
      var parameters: [String] = []
      for parameter in model.parameters {
        parameters +=
          parameter.value.map { lines(of: $0, path: [parameter.name]) }
          ?? field(YAMLText.key(parameter.name), required([parameter.name]))
      }
      var services: [String] = []
      for node in model.nodes where node.service.owner == nil && !node.service.isInherited {
        services += lines(of: node)
      }
      for alias in model.aliases { services += lines(of: alias) }
      for removal in model.removed where removal.origin.place.isSwift {
        services += stub(removal.key, "removed", removal.origin.place)
      }
      parameters += groupLines
      return names + (parameters.isEmpty ? [] : YAMLBlock(body: parameters).lines(of: "parameters"))
        + YAMLBlock(head: services.isEmpty ? "{}" : "", body: services).lines(of: "services")
    }
  }
}

// Parameters.
extension EffectiveDocument {
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

  /// Returns the lines of a parameter, or of an entry of one by the keys inside its map.
  private mutating func lines(of value: ConfigurationValue, path: [String]) -> [String] {
    let key = YAMLText.key(path[path.count - 1])
    // The place of a map is that of the highest layer, and others may have set its entries.
    if case .faulty = value.content { return field(key, required(path)) }
    if case .map(let entries) = value.content, !entries.isEmpty {
      var body: [String] = []
      for entry in entries { body += lines(of: entry.value, path: path + [entry.key]) }
      return body.isEmpty ? [] : YAMLBlock(body: body).lines(of: key)
    }
    if isOfProgram(value.provenance) {
      leavesOutModules = true
      // One that it overrides keeps its position.
      let isReplaced = value.provenance.overridden.contains { !$0.place.isSwift }
      return field(key, isReplaced ? Self.required("the program sets it") : nil)
    }
    let name = path.joined(separator: ".")
    if isWritable(value) { return block(value, path: name, isParameter: true).lines(of: key) }
    if let other = nameOfRequired(value), other != name {
      return field(key, reference(other, value))
    }
    let text = MissingText(path: path, value: value)
    missingTexts.append(text)
    return field(key, text.required, placeComment(value.provenance.place))
  }

  /// The lines of the parameters for texts that are no parameters.
  private var groupLines: [String] {
    guard !groupMembers.isEmpty else { return [] }
    let members = groupMembers.flatMap { name, text in
      field(YAMLText.key(name), text.required, placeComment(text.value.provenance.place))
    }
    return YAMLBlock(body: members).lines(of: group)
  }

  /// Returns the mark of a parameter that is not set, or of an entry of one.
  private func required(_ path: [String]) -> String {
    Self.required(model.purposes[path.joined(separator: ".")] ?? "")
  }

  fileprivate static func required(_ purpose: String) -> String {
    // It is never interpolated.
    purpose.isEmpty ? "!required" : "!required \(YAMLText.scalar(purpose))"
  }
}

extension EffectiveDocument.MissingText {
  /// The mark of the parameter that has to be set.
  fileprivate var required: String {
    EffectiveDocument.required(
      value.hasSecretText ? "a literal secret" : "a text that is not shown here")
  }
}

// Comments.
extension EffectiveDocument {
  /// Returns the comment with the place of a value, if they are shown.
  func comment(_ place: SourcePlace) -> String? {
    showsOrigins ? presentation.text(placeComment(place), .dim) : nil
  }

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

/// A value of YAML in block style, by lines without the indentation of its place.
struct YAMLBlock {
  /// What follows the key in its line: a whole value, or a tag.
  var head = ""
  var comment: String?
  /// The lines below the key.
  var body: [String] = []

  /// Returns the lines of an entry of a map.
  func lines(of key: String) -> [String] {
    // YAML limits the keys in front of a value.
    let isLong = key.utf8.count > 1000
    let first = (isLong ? ":" : "\(key):") + (head.isEmpty ? "" : " \(head)") + end
    return (isLong ? ["? \(key)"] : []) + [first] + body.map { "  " + $0 }
  }

  /// The lines of an element of a list.
  var element: [String] {
    let lines = head.isEmpty ? body : [head + end] + body
    return ["- " + lines[0]] + lines.dropFirst().map { "  " + $0 }
  }

  private var end: String { comment.map { "  \($0)" } ?? "" }
}

extension Set<String> {
  /// Inserts a name, with a number behind it if it is there, and returns it.
  fileprivate mutating func insertUnused(_ name: String) -> String {
    var own = name
    var number = 2
    while !insert(own).inserted {
      own = "\(name)-\(number)"
      number += 1
    }
    return own
  }
}
