import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics

extension Subcommand {
  /// `show NAME`: everything about a service, a parameter, a tag or a type.
  static let show = Subcommand(
    "show",
    summary: "Shows everything about a service, parameter, tag or type.",
    details: """
      NAME is the key of a service, a decorator or an alias, the name of a parameter such as
      `http.port`, a tag, a type of the catalog, or a contract such as `Mailer`. Each value is shown
      with the place that set it and what it overrode, each part with those that need it. Secrets
      are shown as [secret], and values from outside as they are written. No variable is read.
      """,
    arguments: [name],
    options: [format],
    examples: ["show KEY --environment NAME", "show PARAMETER", "show TYPE"]
  ) { invocation in
    let (name, catalog) = (invocation[name], invocation.command.catalog)
    do {
      // The text names the environment, too.
      let isText = invocation[format].name == "text"
      let model = try invocation.model(namesSelection: !isText)
      let found = NamedParts(name, ModelIndex(model), catalog)
      if found.isEmpty {
        throw NameLookup(model: model, catalog: catalog).miss(name, wanted: .anything)
      }
      invocation.output.result(try invocation[format].write(found, invocation))
      return ExitCode.success
    } catch let error as DiagnosticsError {
      // The catalog needs no configuration, and helps to write one.
      let types = NamedParts(name, ModelIndex(WiringModel()), catalog, knowsServices: false)
      if !types.isEmpty {
        invocation.output.result(try invocation[format].write(types, invocation))
      }
      throw error
    }
  }

  private static let name = CommandArgument(
    .anyName, summary: "a service, a parameter, a tag, a type or a contract")
  private static let format = CommandOption<Format<NamedParts>>(formats: [
    Format("text") { $0.text($1) },
    Format("json", "the parts of the model that have the name") { found, _ in found.json },
  ])
}

extension Invocation {
  /// The environment, and what names it if that is not an option.
  fileprivate var shownEnvironment: String? {
    let (name, source) = selection
    return name.map { $0 + source }
  }
}

/// The parts of a model that have a name.
private struct NamedParts {
  let index: ModelIndex
  private let aliases: [Alias]
  private let nodes: [WiringModel.Node]
  private let removals: [WiringModel.Removal]
  private let parameters: [(ModelParts.Parameter, ModelParts.Parameter.Part)]
  private let tags: [WiringModel.Tag]
  private let types: [WiringModel.Factory]
  /// The contracts, unless a type has the name: types of equal names in several modules.
  private let contracts: [TypeName]
  /// False where the configuration has errors, of which only the catalog is left.
  private let knowsServices: Bool
  /// The types that provide the contracts.
  private let providers: [WiringModel.Factory]

  init(
    _ name: String, _ index: ModelIndex, _ catalog: FactoryCatalog, knowsServices: Bool = true
  ) {
    (self.index, self.knowsServices) = (index, knowsServices)
    let model = index.model
    let factories = catalog.factories
    aliases = model.aliases.filter { $0.key == name }
    nodes = aliases.isEmpty ? index.node(name).map { [$0] } ?? [] : []
    removals = model.removed.filter { $0.key == name }
    parameters = model.parameters.compactMap { parameter in
      parameter.part(name).map { (parameter, $0) }
    }
    tags = model.tags.filter { $0.name == name }
    types = factories.filter { $0.name == name }
    let contracts =
      types.isEmpty ? factories.flatMap(\.contracts).filter { $0.isCalled(name) }.uniqued : []
    providers = factories.filter { !$0.contracts.allSatisfy { !contracts.contains($0) } }
    self.contracts = contracts
  }

  var isEmpty: Bool {
    aliases.isEmpty && nodes.isEmpty && removals.isEmpty && parameters.isEmpty && tags.isEmpty
      && types.isEmpty && contracts.isEmpty
  }

  func text(_ invocation: Invocation) -> String {
    var description = Description(
      index, invocation.command.catalog, invocation.output.presentation)
    if knowsServices { description.environment = invocation.shownEnvironment }
    description.knowsServices = knowsServices
    for alias in aliases { description.add(alias) }
    for node in nodes { description.add(node) }
    for removal in removals { description.add(removal) }
    for (parameter, part) in parameters { description.add(parameter, part) }
    for tag in tags { description.add(tag) }
    for type in types { description.add(type) }
    for contract in contracts { description.add(contract: contract) }
    return description.text
  }

  /// The parts as JSON: services with the dependencies that begin or end there, and with a type or a contract its
  /// services.
  var json: String {
    let names = types.map(\.name) + contracts.map(\.qualifiedContractName)
    let nodes =
      nodes + aliases.compactMap { index.node($0.key) }
      + index.model.nodes.filter { node in names.contains { node.hasType($0) } }
    let keys = Set(nodes.flatMap { [$0.service.key] + $0.decorators } + tags.flatMap(\.members))
    let edges = index.model.graph.edges.filter { keys.contains($0.from) || keys.contains($0.to) }
    return index.model.json(of: [
      .services(nodes), .aliases(aliases), .removed(removals), .edges(edges), .tags(tags),
      .catalog(types + providers), .parameters(parameters.map(\.0)),
    ])
  }
}
