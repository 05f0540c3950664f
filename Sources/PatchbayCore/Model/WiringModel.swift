package import PatchbayDiagnostics

/// The checked wiring of a configuration in one environment, as plain data, for every tool.
///
/// It is made from the draft of a plan, and contains what a plan drops: values, tags, and the places
/// that set them. It has no instance and no text of a secret. The texts of variables,
/// files and sources are not part of it, even if they are known: it is the same on every machine, and
/// names each of them instead.
package struct WiringModel: Sendable {
  /// The environment; nil for the base alone.
  package var environment: String?
  /// The layers that were merged, low to high, with paths relative to the folder of the root file.
  package var layers: [String] = []
  /// The declared scopes, outermost first.
  package var scopes: [Located] = []
  /// The keys that the configuration declares as roots.
  package var roots: [Located] = []
  /// The services in the order of their definitions, each followed by its inline services; then the disabled entries.
  package var nodes: [Node] = []
  /// The dependencies and what drawings need; the nodes of its services are those of ``nodes``.
  package var graph = ServiceGraph(nodes: [], edges: [], entryPoints: [], resolvedKeys: [:])
  /// The aliases, in order.
  package var aliases: [Alias] = []
  /// The keys that a layer defined and a higher one removed, sorted.
  package var removed: [Removal] = []
  /// The factories of the catalog that services use, by name.
  package var catalog: [Factory] = []
  /// The parameters at the top level, in order. One that is required and not set has no value, or a faulty one.
  package var parameters: [ModelParts.Parameter] = []
  /// What parameters that are required and not set are required for, by their whole names.
  package var purposes: [String: String] = [:]
  /// The members of each tag as `!tagged` passes them, sorted by the tags.
  package var tags: [Tag] = []
  /// The variables, sorted by name; no default of a secret is shown.
  package var variables: [ExternalRequirements.Variable] = []
  /// The files outside the configuration's folder, sorted by path.
  package var files: [ExternalRequirements.File] = []
  /// The references that decide which entries are enabled or autowired, and were assumed to be true.
  package var assumed: [String] = []
  /// The paths of the files relative to the folder of the root file, by their names in places.
  package var paths: [String: String] = [:]

  package init() {}
}

extension WiringModel {
  /// A service, a decorator, an inline service, or a disabled entry.
  package struct Node: Sendable {
    /// The service as the graph shows it. That of a disabled entry is not part of the graph.
    package let service: ServiceGraph.Node
    /// What the configuration says about it, without secrets. The key of an inline service describes where it is
    /// written, and several services may have the same.
    package let definition: Definition
    /// The types that it is found by.
    package let contracts: [TypeName]
    /// The factory, if the program passed it; nil for one of the catalog.
    package let ownFactory: Factory?
    /// What it waits for when a container or a scope starts it. Follows from the rest, and is not part of the hash.
    package let startsAfter: [String]
    /// The decorators, from the closest to the outermost, which other services receive.
    package let decorators: [String]

    /// Whether it is a service; a disabled entry provides nothing.
    package var isEnabled: Bool { definition.isEnabled }

    /// Returns the origin of a field; nil for one that is not written.
    package func origin(of field: String) -> Provenance? {
      definition.fieldOrigins.first { $0.name == field }?.provenance
    }

    /// Returns what a field consists of whose text is not known, such as `timeouts.start`; nil for any
    /// other.
    package func unknownField(_ name: String) -> ConfigurationValue? {
      definition.unknownFields.first { $0.name == name }?.value
    }
  }

  /// The members of a tag.
  package struct Tag: Sendable {
    package let name: String
    package let members: [String]
  }

  /// The removal of a key.
  package struct Removal: Sendable {
    package let key: String
    package let origin: Origin
  }

  /// The declaration of a factory.
  package struct Factory: Sendable {
    let entry: CatalogEntry

    package var name: String { entry.name }
    package var location: SwiftLocation { entry.location }
    /// What its products are for; nil if the program does not say.
    package var summary: String? { entry.summary.isEmpty ? nil : entry.summary }
    /// The product's own type first, then the added ones.
    package var contracts: [TypeName] { entry.contracts.types }
    package var parameters: [Input] { entry.parameters.map { Input(signature: $0) } }
    package var properties: [Input] { entry.properties.map { Input(signature: $0.signature) } }
    /// The arguments that each request passes.
    package var requestArguments: [Input] {
      entry.runtimeParameters.map { Input(signature: $0) }
    }
    package var isAwaited: Bool { entry.isAwaited }
    package var isLive: Bool { entry.isLive }
    /// Whether each request gets a product of its own, so that no service can be given it.
    package var isAlwaysFresh: Bool { entry.isAlwaysFresh }
    /// Why its products may resolve services that no parameter declares; nil if they cannot.
    package var opacity: String? { entry.opacity }
  }

  /// A parameter or property of a factory.
  package struct Input: Sendable {
    let signature: ParameterSignature

    package var name: String { signature.name }
    var kind: ParameterKind { signature.kind }
    /// The type of a value, or the contract of a service.
    package var type: TypeName { signature.contract }
    /// Whether a definition may leave it out.
    package var isOptional: Bool { signature.mayBeLeftOut }
  }
}

extension Definition.UnknownField {
  /// The field with its parts: `timeouts.start`.
  var name: String { path.joined(separator: ".") }
}

extension WiringModel.Factory {
  /// The parameters that a configuration sets.
  package var arguments: [WiringModel.Input] { parameters.filter(\.isConfigurable) }

  /// As Swift declares it: `SMTPMailer(host: String, port: Int = 587)`; defaults of credentials are
  /// hidden.
  package var signature: String {
    "\(name)(\(parameters.map(\.declaration).joined(separator: ", ")))"
  }
}

extension WiringModel.Input {
  /// What a configuration gives a parameter.
  package enum Form: Sendable, Equatable {
    case value(ValueShape)
    case service
    /// A service that may be missing.
    case optionalService
    case serviceList
    case serviceMap
  }

  /// Whether a configuration sets it, and not the container or a request.
  fileprivate var isConfigurable: Bool { !kind.isContainerHandle && kind != .runtimeArgument }

  /// What a configuration gives it.
  package var form: Form {
    switch kind {
    case .optionalService: .optionalService
    case .serviceList: .serviceList
    case .serviceDictionary: .serviceMap
    case .service, .providedService, .lazyService: .service
    case .value, .resolver, .readiness, .runtimeArgument:
      .value((type.type as? any Decodable.Type).map { ValueShape($0) } ?? .unknown)
    }
  }

  /// Whether the service is resolved when it is used, so that it may depend on its user.
  package var isDeferred: Bool { kind.isDeferred }

  /// As Swift declares it: `port: Int = 587`. The default of a credential is hidden.
  package var declaration: String {
    let isHidden = kind == .value && SecretNames.isSecret(name)
    let value = signature.defaultDescription.map { isHidden ? "…" : $0 }
    return "\(name): \(signature.typeText)" + (value.map { " = \($0)" } ?? "")
  }
}
