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
    arguments: ["[KIND]"],
    options: [
      CommandOption("--tag", value: "TAG", summary: "services with this tag"),
      CommandOption(
        "--type", value: "TYPE",
        summary: "services of this type of the catalog, or found by this contract"),
      CommandOption("--scope", value: "SCOPE", summary: "services in this scope"),
      CommandOption(
        "--file", value: "FILE",
        summary: "services and parameters that this file defines, or sets a part of"),
      CommandOption(
        "--unused",
        summary: "services and parameters that the roots do not lead to, types without a service"),
      CommandOption(
        "--format", value: "FORMAT", choices: ["table", "json", "names"],
        summary: "table, json (parts of the model), or names (one on each line)"),
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
  .examples(
    "list --tag health-check", "list --type 'any Mailer' --format names",
    "list parameters --environment production")

  private static func list(_ kind: ListedKind, _ invocation: Invocation) throws -> List {
    let configuration = try invocation.configuration()
    if kind == .environments { return List(environments: configuration.environments) }
    let model = try invocation.model(of: configuration)
    var selection = ListSelection(model, invocation)
    if invocation.has("--unused") {
      selection.usage = try usage(of: configuration, model, invocation)
    }
    return try selection.list(kind, of: invocation.command.catalog)
  }

  private static func write(_ list: List, _ invocation: Invocation) -> Int32 {
    switch invocation.value(of: "--format") {
    case "json": invocation.output.result(list.json())
    case "names":
      if !list.names.isEmpty { invocation.output.result(list.names.joined(separator: "\n")) }
    default: invocation.output.result(list.table)
    }
    return ExitCode.success
  }

  /// Returns what the environment uses; says so where everything counts as used.
  private static func usage(
    of configuration: ServiceConfiguration, _ model: WiringModel, _ invocation: Invocation
  ) throws(DiagnosticsError) -> Usage {
    var collector = DiagnosticCollector()
    let findings = invocation.check(
      configuration.forChecks, Combination(environment: model.environment), variables: nil,
      into: &collector)
    try collector.throwErrors()
    if model.roots.isEmpty, !invocation.isQuiet {
      invocation.output.problem(
        "note: without `roots`, every service and parameter counts as used")
    }
    return findings.usage
  }
}

/// What `list` lists.
enum ListedKind: String, CaseIterable {
  case services, parameters, tags, types, environments

  /// Reads the argument, and checks that the options select something of the kind.
  init(_ invocation: Invocation) throws(UsageError) {
    let word = invocation.arguments.first ?? Self.services.rawValue
    let all = Self.allCases.map(\.rawValue)
    guard let kind = Self(rawValue: word) else {
      throw UsageError(
        "`list` cannot list `\(DisplayText.line(word))`",
        help: UsageError.didYouMean(word, among: all) ?? "it lists \(all.quoted(joinedBy: "or"))")
    }
    self = kind
    for (option, kinds) in Self.options where invocation.has(option) && !kinds.contains(kind) {
      throw UsageError(
        "`\(option)` does not select \(kind)",
        help: "it selects \(kinds.map(\.rawValue).joined(separator: ", "))")
    }
  }

  /// The kinds that each option selects from.
  private static let options: [(String, [Self])] = [
    ("--tag", [.services]), ("--type", [.services]), ("--scope", [.services]),
    ("--file", [.services, .parameters]), ("--unused", [.services, .parameters, .types]),
  ]
}
