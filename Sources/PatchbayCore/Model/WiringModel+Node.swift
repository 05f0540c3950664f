package import PatchbayDiagnostics

extension WiringModel {
  /// A service, a decorator, an inline service, or a disabled entry.
  package struct Node: Sendable {
    /// The service as the graph shows it. That of a disabled entry is not part of the graph.
    package let service: ServiceGraph.Node
    /// Whether it is a service; a disabled entry provides nothing.
    package let isEnabled: Bool
    /// The types that it is found by.
    package let contracts: [TypeName]
    /// The contracts that it is narrowed to, as they are written; nil for all.
    package let provides: [String]?
    /// The factory, if the program passed it; nil for one of the catalog.
    package let ownFactory: Factory?
    /// The decorators, from the closest to the outermost, which other services receive.
    package let decorators: [String]
    package let arguments: [Argument]
    package let properties: [Argument]
    package let tags: [TagUse]
    package let isAutowired: Bool
    /// Orders decorators of one service.
    package let priority: Int
    /// The keys that it starts after.
    package let after: [String]
    /// The places of ``after``.
    package let afterPlaces: [SourcePlace]
    package let timeouts: Timeouts
    package let retry: Retry
    package let summary: String?
    /// The place of the entry, and those of the entries that it replaced.
    package let provenance: Provenance
    /// The origins of its fields, in order.
    package let fields: [Definition.FieldOrigin]
    /// The fields whose texts are not known: the node has what is assumed of them.
    let unknownFields: [Argument]
    /// The key of the definition: of an inline service, one that describes where it is written, which
    /// several services may have.
    package let definitionKey: String
  }

  /// The value of a parameter or property.
  package struct Argument: Sendable {
    package let name: String
    package let value: Value
  }

  /// The membership in a tag.
  package struct TagUse: Sendable {
    package let name: String
    package let priority: Int
    package let attributes: [Value.Entry]
    package let provenance: Provenance
  }

  /// The declaration of a factory.
  package struct Factory: Sendable {
    package let name: String
    package let location: SwiftLocation
    /// What its products are for; nil if the program does not say.
    package let summary: String?
    /// The product's own type first, then the added ones.
    package let contracts: [TypeName]
    package let parameters: [Input]
    package let properties: [Input]
    package let isAwaited: Bool
    package let isLive: Bool
    /// Whether each request gets a product of its own, so that no service can be given it.
    package let isAlwaysFresh: Bool
    /// Why its products may resolve services that no parameter declares; nil if they cannot.
    package let opacity: String?

    /// The arguments that each request passes.
    package var requestArguments: [Input] { parameters.filter { $0.kind == .runtimeArgument } }
  }

  /// A parameter or property of a factory.
  package struct Input: Sendable {
    let signature: ParameterSignature

    package var name: String { signature.name }
    var kind: ParameterKind { signature.kind }
    /// The type of a value, or the contract of a service.
    package var type: TypeName { kind.takesServices ? signature.contract : signature.type }
    /// Whether a definition may leave it out.
    package var isOptional: Bool { signature.mayBeLeftOut }
  }
}

extension WiringModel.Node {
  /// Returns the origin of a field; nil for one that is not written.
  package func origin(of field: String) -> Provenance? {
    fields.first { $0.name == field }?.provenance
  }

  /// Returns what a field consists of whose text is not known, such as `timeouts.start`; nil for any
  /// other.
  package func unknownField(_ name: String) -> WiringModel.Value? {
    unknownFields.first { $0.name == name }?.value
  }
}

extension WiringModel.Factory {
  init(_ entry: CatalogEntry) {
    name = entry.name
    location = entry.location
    summary = entry.summary.isEmpty ? nil : entry.summary
    contracts = entry.contracts.types
    parameters = entry.parameters.map { WiringModel.Input(signature: $0) }
    properties = entry.properties.map { WiringModel.Input(signature: $0.signature) }
    isAwaited = entry.isAwaited
    isLive = entry.isLive
    opacity = entry.opacity
    isAlwaysFresh = entry.isAlwaysFresh
  }
}
