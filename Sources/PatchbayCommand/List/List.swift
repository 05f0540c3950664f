import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics

/// The rows of a list, its names, and its JSON.
struct List {
  /// What a row is for, in the plural: `services`.
  let kind: ListedKind
  let header: [String]
  /// The cells of each row, the name first.
  let rows: [[String]]
  let json: () -> String

  /// One name for each row, as it is written, unless that would break the line.
  var names: [String] { rows.map { DisplayText.line($0[0]) } }

  /// Returns the rows below their header, without columns in which no row has a text.
  func table(_ presentation: Presentation) -> String {
    if rows.isEmpty { return "no \(kind)" }
    let columns = header.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    func shown(_ cells: [String]) -> [String] { columns.map { cells[$0] } }
    return TextTable(shown(header), rows.map(shown)).text(presentation)
  }

  /// Returns the first of some names, and how many more there are.
  private static func some(_ names: [String]) -> String {
    let most = 5
    // Each name is cut by itself, so that the others stay.
    let shown = names.prefix(most).map { DisplayText.line($0) }.joined(separator: ", ")
    return names.count > most ? "\(shown), and \(names.count - most) more" : shown
  }
}

extension List {
  init(environmentsOf configuration: ServiceConfiguration) {
    let environments = configuration.environments
    kind = .environments
    header = ["environment", "defined at"]
    rows = environments.map { name in
      [name, configuration.places(of: name).map(\.displayName).joined(separator: ", ")]
    }
    json = {
      let list: JSON = ["format": 1, "environments": environments.json]
      return list.lines
    }
  }

  init(services: [WiringModel.Node], of model: WiringModel) {
    kind = .services
    header = ["service", "type", "scope", "tags", "notes", "defined at"]
    let isPlain = services.allSatisfy { $0.service.scope == "singleton" }
    rows = services.map { node in
      let service = node.service
      return [
        service.key, service.type, isPlain ? "" : service.scope, Self.some(service.tags),
        node.listedNotes.joined(separator: ", "), service.place.displayName,
      ]
    }
    json = { model.json(of: [.services(services)]) }
  }

  init(parameters: [ModelParts.Parameter.Part], of model: WiringModel) {
    kind = .parameters
    header = ["parameter", "value", "set at"]
    rows = parameters.map { leaf in
      [
        leaf.name, leaf.value?.text ?? "(required, and not set)",
        leaf.value?.provenance.place.displayName ?? "",
      ]
    }
    json = {
      let tops = Set(parameters.map { $0.name.prefix { $0 != "." } })
      return model.json(
        of: [.parameters(model.parameters.filter { tops.contains($0.name[...]) })])
    }
  }

  init(tags: [WiringModel.Tag], of model: WiringModel) {
    let readers = Dictionary(grouping: model.graph.edges.filter { $0.tag != nil }) { $0.tag ?? "" }
    kind = .tags
    header = ["tag", "services", "passed to"]
    rows = tags.map { tag in
      [tag.name, Self.some(tag.members), Self.some((readers[tag.name] ?? []).map(\.from).uniqued)]
    }
    json = { model.json(of: [.tags(tags)]) }
  }

  init(types: [WiringModel.Factory], of model: WiringModel) {
    let services = Dictionary(grouping: model.nodes.filter { $0.ownFactory == nil }) {
      $0.service.type
    }
    kind = .types
    header = ["type", "takes", "provides", "services", "declared at", "summary"]
    rows = types.map { type in
      [
        type.name,
        type.arguments.map { $0.name + ($0.isOptional ? "?" : "") }.joined(separator: ", "),
        // That it is found by its own type goes without saying.
        Self.some(type.contracts.map(\.description).filter { $0 != type.name }),
        Self.some(services[type.name, default: []].map(\.service.key)),
        type.location.description, type.summary ?? "",
      ]
    }
    json = { model.json(of: [.catalog(types)]) }
  }
}

extension WiringModel.Node {
  /// The notes of a list, which has columns of its own for the scope and the tags.
  fileprivate var listedNotes: [String] {
    var notes = service.notes(withScope: false).filter { $0 != "inline" }
    if let owner = service.owner { notes.insert("inline in \(owner)", at: 0) }
    if let unknown = unknownField("enabled") {
      notes.insert("enabled by \(unknown.text)", at: 0)
    } else if !isEnabled {
      notes.insert("disabled", at: 0)
    }
    return notes
  }
}
