import PatchbayDiagnostics

/// The checked wiring of a configuration in one environment, as plain data, for every tool.
///
/// It is made from the draft of a plan, and contains what a plan drops: values, tags, and the places
/// that set them. It has no closure, no instance and no text of a secret. The texts of variables,
/// files and sources are not part of it, even if they are known: it is the same on every machine, and
/// names each of them instead.
package struct WiringModel: Sendable {
  /// The environment; nil for the base alone.
  package internal(set) var environment: String?
  /// The layers that were merged, low to high, with paths relative to the folder of the root file.
  package internal(set) var layers: [String] = []
  /// The declared scopes, outermost first.
  package internal(set) var scopes: [String] = []
  /// The places of ``scopes``, and those of ``roots``.
  package internal(set) var (scopeOrigins, rootOrigins): ([Provenance], [Provenance]) = ([], [])
  /// The keys that the configuration declares as roots.
  package internal(set) var roots: [String] = []
  /// The services in the order of their definitions, each followed by its inline services. Disabled
  /// entries are among them, and have no edges.
  package internal(set) var nodes: [Node] = []
  /// The dependencies and what drawings need; the nodes of its services are those of ``nodes``.
  package internal(set) var graph = ServiceGraph(nodes: [], edges: [], entryPoints: [], given: [:])
  /// The aliases, in order.
  package internal(set) var aliases: [Alias] = []
  /// The keys that a layer defined and a higher one removed, sorted.
  package internal(set) var removed: [Removal] = []
  /// The factories of the catalog that services use, by name.
  package internal(set) var catalog: [Factory] = []
  /// The parameters at the top level, in order.
  package var parameters: [Parameter] = []
  /// The members of each tag as `!tagged` passes them, sorted by the tags.
  package internal(set) var tags: [Tag] = []
  /// The variables, sorted by name.
  package internal(set) var variables: [Variable] = []
  /// The files outside the configuration's folder, sorted by path.
  package internal(set) var files: [ExternalRequirements.File] = []
  /// The references that decide which entries are enabled or autowired, and were assumed to be true.
  package internal(set) var assumed: [String] = []
  /// The paths of the files relative to the folder of the root file, by their names in places.
  package internal(set) var paths: [String: String] = [:]

  package init() {}
}

extension WiringModel {
  /// The members of a tag.
  package struct Tag: Sendable {
    package let name: String
    package let members: [String]
  }

  /// A second key for a service.
  package struct Alias: Sendable {
    package let key: String
    /// The key that it refers to, as it is written.
    package let target: String
    package let deprecation: String?
    package let summary: String?
    package let provenance: Provenance
  }

  /// The removal of a key.
  package struct Removal: Sendable {
    package let key: String
    package let origin: Origin
  }

  /// A parameter of the configuration.
  package struct Parameter: Sendable {
    package let name: String
    /// Nil for a parameter that is required and not set.
    package let value: Value?
    /// The places of `$(…)` that name it or a part of it, in the order of evaluation.
    package let uses: [ParameterReference]
    /// What it is required for, as it is written.
    package let purpose: String
  }

  /// An environment variable that values are made of.
  package struct Variable: Sendable {
    package let name: String
    /// The value where it is unset or empty; nil if it must be set.
    let fallback: ExternalRequirements.Fallback?
    package let isSecret: Bool
    let readers: [Reader]
  }

  /// One place that reads a variable.
  struct Reader: Sendable {
    /// The declared type, such as `Int`.
    let type: String
    /// What is given the value: ``the argument `port` of `server` ``.
    let subject: String
    let place: SourcePlace
    let hasDefault: Bool
  }
}
