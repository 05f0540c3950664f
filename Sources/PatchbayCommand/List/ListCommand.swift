import Patchbay
import PatchbayCore
import PatchbayDiagnostics

extension Subcommand {
  /// `list [KIND]`: the services, parameters, tags, types or environments.
  static let list = Subcommand(
    "list",
    summary: "Lists services, parameters, tags, types or environments.",
    details: """
      KIND is services (as without it), parameters, tags, types or environments. The options select
      some services; with both, those that match both. No variable is looked at. A configuration
      with mistakes does not keep types from being listed.
      """,
    arguments: [kind],
    options: [tag, type, format],
    examples: [
      "list --tag TAG", "list --type TYPE --format names", "list parameters --environment NAME",
    ]
  ) { invocation in
    let kind = try invocation.listedKind
    do {
      try write(try list(kind, invocation), invocation)
      return ExitCode.success
    } catch let error as DiagnosticsError where kind == .types {
      // The catalog needs no configuration, and helps to write one.
      let types = List(types: invocation.command.catalog.factories, of: WiringModel())
      try write(types, invocation)
      throw error
    }
  }

  private static func list(_ kind: ListedKind, _ invocation: Invocation) throws -> List {
    let configuration = try invocation.configuration()
    // Known without the model, which one of them may have mistakes in.
    if kind == .environments { return List(environmentsOf: configuration) }
    let model = try invocation.model(of: configuration)
    switch kind {
    case .services: return List(services: try model.selectedServices(invocation), of: model)
    case .parameters: return List(parameters: model.parameters.flatMap(\.leaves), of: model)
    case .tags: return List(tags: model.tags, of: model)
    case .types: return List(types: invocation.command.catalog.factories, of: model)
    case .environments: return List(environmentsOf: configuration)
    }
  }

  private static func write(_ list: List, _ invocation: Invocation) throws {
    let text = try invocation[format].write(list, invocation)
    if !text.isEmpty { invocation.output.result(text) }
  }

  fileprivate static let kind = CommandArgument(
    optional: .choice("KIND", of: ListedKind.allCases.map(\.rawValue)),
    summary: "what to list; services without it")
  static let tag = CommandOption("--tag", value: .tag, summary: "services with this tag")
  static let type = CommandOption(
    "--type", value: .type,
    summary: "services of this type of the catalog, or found by this contract")
  private static let format = CommandOption<Format<List>>(formats: [
    Format("table") { list, invocation in list.table(invocation.output.presentation) },
    Format("json", "parts of the model") { list, _ in list.json() },
    Format("names", "one on each line") { list, _ in list.names.joined(separator: "\n") },
  ])
}

/// What `list` lists.
enum ListedKind: String, CaseIterable {
  case services, parameters, tags, types, environments
}

extension Invocation {
  /// What is to be listed.
  ///
  /// - Throws: The error of an option that selects something else.
  fileprivate var listedKind: ListedKind {
    get throws(UsageError) {
      let kind = self[Subcommand.kind].flatMap(ListedKind.init) ?? .services
      let selecting = [("--tag", self[Subcommand.tag]), ("--type", self[Subcommand.type])]
      if kind != .services, let option = selecting.first(where: { $0.1 != nil }) {
        throw UsageError("`\(option.0)` selects services, not \(kind)")
      }
      if kind == .environments, self[CommonOption.environment] != nil {
        throw UsageError("`--environment` does not select environments")
      }
      return kind
    }
  }
}
