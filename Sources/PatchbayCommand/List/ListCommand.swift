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
    arguments: [
      CommandArgument(
        .choice("KIND", of: ListedKind.allCases.map(\.rawValue)), isOptional: true,
        summary: "what to list; services without it")
    ],
    options: [
      CommandOption("--tag", value: .tag, summary: "services with this tag"),
      CommandOption(
        "--type", value: .type,
        summary: "services of this type of the catalog, or found by this contract"),
      .format(
        ListFormat.self,
        summary: "table, json (parts of the model), or names (one on each line)"),
    ],
    examples: [
      "list --tag TAG", "list --type TYPE --format names", "list parameters --environment NAME",
    ]
  ) { invocation in
    let kind = try ListedKind(invocation)
    do {
      return write(try list(kind, invocation), invocation)
    } catch let error as DiagnosticsError where kind == .types {
      // The catalog needs no configuration, and helps to write one.
      let types = List(types: invocation.command.catalog.factories, of: WiringModel())
      _ = write(types, invocation)
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

  private static func write(_ list: List, _ invocation: Invocation) -> Int32 {
    switch invocation.format(ListFormat.self) {
    case .json: invocation.output.result(list.json())
    case .names:
      if !list.names.isEmpty { invocation.output.result(list.names.joined(separator: "\n")) }
    case .table: invocation.output.result(list.table(invocation.output.presentation))
    }
    return ExitCode.success
  }
}

private enum ListFormat: String, CommandFormat { case table, json, names }

/// What `list` lists.
enum ListedKind: String, CaseIterable {
  case services, parameters, tags, types, environments

  /// Reads the argument, and checks that the options select something of the kind.
  init(_ invocation: Invocation) throws(UsageError) {
    self = invocation.value(of: "KIND").flatMap { Self(rawValue: $0) } ?? .services
    for (option, kinds) in Self.options where invocation.has(option) && !kinds.contains(self) {
      throw UsageError(
        "`\(option)` does not select \(self)",
        help: "it selects \(kinds.map(\.rawValue).inWords())")
    }
  }

  /// The kinds that each option selects from.
  private static let options: [(String, [Self])] = [
    ("--environment", [.services, .parameters, .tags, .types]),
    ("--tag", [.services]), ("--type", [.services]),
  ]
}
