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
      some of them; with several, those that match all. No variable is looked at. A configuration
      with mistakes does not keep types from being listed. What only a disabled entry uses counts as
      used.
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
      CommandOption("--scope", value: .scope, summary: "services in this scope"),
      CommandOption(
        "--file", value: .file,
        summary: "services and parameters that this file defines, or sets a part of"),
      CommandOption(
        "--unused",
        summary: "services and parameters that nothing uses, types without a service"),
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
    } catch let error as DiagnosticsError where kind == .types && !invocation.has("--unused") {
      // The catalog needs no configuration, and helps to write one.
      let types = List(types: invocation.command.catalog.factories, of: WiringModel())
      _ = write(types, invocation)
      throw error
    }
  }

  private static func list(_ kind: ListedKind, _ invocation: Invocation) throws -> List {
    let configuration = try invocation.configuration()
    if kind == .environments { return List(environmentsOf: configuration) }
    let model = try invocation.model(of: configuration)
    let usage =
      invocation.has("--unused") ? try usage(of: configuration, model, kind, invocation) : nil
    return try ListSelection(
      configuration: configuration, model: model, invocation: invocation, usage: usage
    ).list(kind)
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

  /// Returns what the environment uses; says so where everything counts as used.
  private static func usage(
    of configuration: ServiceConfiguration, _ model: WiringModel, _ kind: ListedKind,
    _ invocation: Invocation
  ) throws(DiagnosticsError) -> Usage {
    var collector = DiagnosticCollector()
    let findings = invocation.check(
      configuration.forChecks, Combination(environment: model.environment), variables: nil,
      into: &collector)
    try collector.throwErrors()
    if model.roots.isEmpty, kind != .types, !invocation.isQuiet {
      invocation.output.problem(
        "note: without `roots`, every service and parameter counts as used")
    }
    return findings.usage
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
    ("--tag", [.services]), ("--type", [.services]), ("--scope", [.services]),
    ("--file", [.services, .parameters]), ("--unused", [.services, .parameters, .types]),
  ]
}
