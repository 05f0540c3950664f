import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics

/// The parts of a model that the options of `list` select.
struct ListSelection {
  let configuration: ServiceConfiguration
  let model: WiringModel
  let invocation: Invocation
  /// What is used, if only the rest is listed.
  let usage: Usage?

  /// Returns the list of a kind.
  ///
  /// - Throws: The error of an option whose value nothing has.
  func list(_ kind: ListedKind) throws(UsageError) -> List {
    let catalog = invocation.command.catalog
    return switch kind {
    case .services: List(services: try services(catalog), of: model)
    case .parameters: List(parameters: try parameters(), of: model)
    case .tags: List(tags: model.tags, of: model)
    case .types:
      List(types: catalog.factories.filter { isListed(.type, $0.name) }, of: model)
    case .environments: List(environmentsOf: configuration)
    }
  }

  private func services(_ catalog: FactoryCatalog) throws(UsageError) -> [WiringModel.Node] {
    var nodes = model.nodes
    if let tag = invocation.value(of: "--tag") {
      _ = try model.tag(tag)
      nodes.removeAll { !$0.service.tags.contains(tag) }
    }
    if let type = invocation.value(of: "--type") {
      let contracts = catalog.factories.flatMap(\.contracts) + model.nodes.flatMap(\.contracts)
      if !contracts.contains(where: { $0.isCalled(type) }) {
        let products = model.nodes.map(\.service.product)
        try check(
          type, "the catalog has no type", catalog.typeNames + products,
          near: contracts.flatMap { [$0.description, $0.contractName] }, hasEnvironments: false)
      }
      nodes.removeAll { !$0.hasType(type) }
    }
    if let scope = invocation.value(of: "--scope") {
      let scopes = ScopeName.builtIn + model.scopes.map(\.text)
      do throws(UsageError) {
        try check(scope, "the configuration has no scope", scopes)
      } catch {
        throw UsageError(error.message, help: error.help ?? "it has \(scopes.someQuoted())")
      }
      nodes.removeAll { $0.service.scope != scope }
    }
    if let file = try setFile() { nodes.removeAll { !$0.isSet(in: file) } }
    guard usage != nil else { return nodes }
    return nodes.filter { node in
      // Decorators and inline services are used where the service is that they are a part of.
      node.service.owner == nil && node.service.decorates == nil
        && isListed(.service, node.service.key)
    }
  }

  private func isListed(_ kind: Usage.Part.Kind, _ name: String) -> Bool {
    usage.map { !$0.uses(.init(kind, name)) } ?? true
  }

  private func parameters() throws(UsageError) -> [ModelParts.Parameter.Part] {
    let file = try setFile()
    return model.parameters.flatMap(\.leaves).filter { leaf in
      let isSet = file.map { file in leaf.value?.isSet(in: file) ?? false } ?? true
      return isSet && isListed(.parameter, leaf.name)
    }
  }

  private func check(
    _ name: String, _ error: String, _ names: [String], near: [String] = [],
    hasEnvironments: Bool = true
  ) throws(UsageError) {
    if names.contains(name) { return }
    throw model.absence(error, of: name, among: names + near, hasEnvironments: hasEnvironments)
  }

  /// Returns the name in places of the file that `--file` names; nil without the option.
  private func setFile() throws(UsageError) -> String? {
    guard let file = invocation.value(of: "--file") else { return nil }
    let names = Set(model.paths.keys).union(model.nodes.compactMap(\.service.place.file))
    // The shortest of those whose ends match: the root before the same name in a folder.
    let path = PathText.tidied(file).split(separator: "/").drop { $0 == ".." }
      .joined(separator: "/")
    let found = names.filter { name in
      name == file || name.hasSuffix("/" + path) || name == path || path.hasSuffix("/" + name)
        || model.paths[name] == path
    }
    .min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    if let found { return found }
    var error = model.absence(
      "the configuration does not read the file", of: file, among: names.sorted())
    error.help = error.help ?? "it reads \(names.sorted().someQuoted())"
    throw error
  }
}

extension SourcePlace {
  /// The name of the file, of the configuration or of the program.
  fileprivate var file: String? {
    switch self {
    case .span(let span): span.file.name
    case .file(let name): name
    case .swift(let location): location.fileID
    }
  }
}

extension WiringModel.Node {
  /// Whether a file defines it, or sets a part of it.
  fileprivate func isSet(in file: String) -> Bool {
    definition.place.file == file
      || definition.provenance.overridden.contains { $0.place.file == file }
      || definition.fieldOrigins.contains { $0.provenance.place.file == file }
      || definition.tags.contains { $0.name.place.file == file }
      || (definition.arguments + definition.properties).contains { $0.value.isSet(in: file) }
  }
}

extension ConfigurationValue {
  /// Whether a file sets it, or a part of it.
  fileprivate func isSet(in file: String) -> Bool {
    provenance.place.file == file || parts.contains { $0.isSet(in: file) }
  }
}
