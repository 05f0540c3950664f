package import PatchbayCore
import PatchbayDiagnostics

/// The effective configuration of a model as a text for people, in the order and with the words of a file.
///
/// A program must not start with it by accident, for example with `[secret]` as its password. So the title is not a
/// comment, which makes a load fail, and a value that is not shown whole is marked `!required`, which does so without the
/// title.
package struct EffectiveText {
  private let index: ModelIndex
  private let showsOrigins: Bool
  private let presentation: Presentation
  private var lines: [String] = []

  package var text: String { lines.joined(separator: "\n") }

  /// Creates the text of one environment.
  package init(_ model: WiringModel, showsOrigins: Bool = false) {
    self.init(model, title: "", showsOrigins: showsOrigins, Presentation())
  }

  init(_ model: WiringModel, title: String, showsOrigins: Bool, _ presentation: Presentation) {
    index = ModelIndex(model)
    (self.showsOrigins, self.presentation) = (showsOrigins, presentation)
    lines = [presentation.text(DisplayText.line(title), .heading), ""]
    add("scopes", model.scopes, depth: 0)
    add("roots", model.roots, depth: 0)
    if !model.parameters.isEmpty { add("parameters:", depth: 0) }
    for parameter in model.parameters {
      let name = parameter.name
      if let value = parameter.value {
        add("\(name):", value, of: "", parameter: name, depth: 1)
      } else {
        add("\(name): \(required(name))", depth: 1)
      }
    }
    let nodes = model.nodes.filter { $0.service.owner == nil && !$0.service.isInherited }
    add(nodes.isEmpty && model.aliases.isEmpty ? "services: {}" : "services:", depth: 0)
    for node in nodes {
      add("\(node.service.key):", node.definition.provenance, depth: 1)
      addFields(of: node, depth: 2)
    }
    for alias in model.aliases {
      add("\(alias.key):", alias.provenance, depth: 1)
      add("alias: \(alias.target.text)", depth: 2)
      if let summary = alias.summary { add("description: \(summary)", depth: 2) }
      if let deprecated = alias.deprecated { add("deprecated: \(deprecated.text)", depth: 2) }
    }
  }

  private mutating func addFields(of node: WiringModel.Node, depth: Int) {
    for field in node.fields {
      add("\(field.name): \(field.unknown?.marked ?? field.text)", field.origin, depth: depth)
    }
    let definition = node.definition
    for (name, arguments) in [
      ("arguments", definition.arguments), ("properties", definition.properties),
    ] where !arguments.isEmpty {
      add("\(name):", depth: depth)
      for argument in arguments {
        add("\(argument.name):", argument.value, of: node.service.key, depth: depth + 1)
      }
    }
    if definition.tags.allSatisfy({ $0.priority == 0 && $0.attributes.isEmpty }) {
      add("tags", definition.tags.map(\.name), depth: depth)
      return
    }
    add("tags:", depth: depth)
    for tag in definition.tags {
      add("\(tag.name.text):", tag.name.provenance, depth: depth + 1)
      let priority = node.unknownField("tags.\(tag.name.text).priority")?.marked
      if priority != nil || tag.priority != 0 {
        add("priority: \(priority ?? "\(tag.priority)")", depth: depth + 2)
      }
      for attribute in tag.attributes {
        add("\(attribute.key):", attribute.value, of: "", depth: depth + 2)
      }
    }
  }

  /// Adds a value behind its key or the `-` of its element; one with parts takes a line for each of them.
  ///
  /// The owner is the key of the service that the value belongs to, and `parameter` the name of the parameter.
  private mutating func add(
    _ key: String, _ value: ConfigurationValue, of owner: String, parameter: String = "",
    depth: Int
  ) {
    switch value.content {
    case .faulty: add("\(key) \(required(parameter))", depth: depth)
    case .list(let elements) where !elements.isEmpty:
      add(key, depth: depth)
      for element in elements { add("-", element, of: owner, depth: depth + 1) }
    case .map(let entries) where !entries.isEmpty:
      add(key, depth: depth)
      for entry in entries {
        add(
          "\(entry.key):", entry.value, of: owner, parameter: "\(parameter).\(entry.key)",
          depth: depth + 1)
      }
    default:
      add("\(key) \(value.marked)", value.provenance, depth: depth)
      if let node = index.inlineService(value, of: owner) { addFields(of: node, depth: depth + 1) }
    }
  }

  /// Adds names: in one line, or with their places in a line each.
  private mutating func add(_ key: String, _ names: [Located], depth: Int) {
    if names.isEmpty { return }
    guard showsOrigins else {
      add("\(key): [\(names.map(\.text).joined(separator: ", "))]", depth: depth)
      return
    }
    add("\(key):", depth: depth)
    for name in names { add("- \(name.text)", name.provenance, depth: depth + 1) }
  }

  /// Adds a line, and the file and line that set it if they are shown.
  private mutating func add(_ line: String, _ provenance: Provenance? = nil, depth: Int) {
    var text = String(repeating: "  ", count: depth) + DisplayText.line(line, limit: 1 << 16)
    if showsOrigins, let place = provenance?.place {
      text += "  " + presentation.text("# \(index.model.name(of: place))", .dim)
    }
    lines.append(text)
  }

  private func required(_ parameter: String) -> String {
    let purpose = index.model.purposes[parameter] ?? ""
    return purpose.isEmpty ? "!required" : "!required \(purpose)"
  }
}

extension WiringModel {
  /// Returns the file of a place relative to the folder of the root file, and its line.
  fileprivate func name(of place: SourcePlace) -> String {
    guard case .span(let span) = place, span.file.swiftLocation == nil else {
      return place.displayName
    }
    return DisplayText.line("\(paths[span.file.name] ?? span.file.name):\(span.start.line)")
  }
}

extension ConfigurationValue {
  /// The value as its file writes it, with its mark; `!required` if it is not shown whole.
  fileprivate var marked: String {
    if !isShownWhole { return "!required \(written)\(secretSource)" }
    guard isSecretText, case .unknown(let text) = content else { return written }
    return "!secret \(text.pieces.map(\.written).joined())"
  }

  /// Whether nothing of its text is left out, the defaults of variables included.
  fileprivate var isShownWhole: Bool {
    switch content {
    case .unknown(let text): omitted == 0 && text.pieces.allSatisfy(\.isShownWhole)
    case .scalar: omitted == 0 && !isSecretText
    case .null, .list, .map, .service, .faulty: omitted == 0
    }
  }
}

extension UnknownText.Piece {
  fileprivate var isShownWhole: Bool {
    guard case .source(let source) = self else { return true }
    return (source.fallback?.isShownWhole ?? true) && source.shownPath.allSatisfy(\.isShownWhole)
  }
}
