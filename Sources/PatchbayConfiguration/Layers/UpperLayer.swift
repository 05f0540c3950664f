import PatchbayCore
import PatchbayDiagnostics

/// A layer above a configuration: an overlay, or a program's definitions.
enum UpperLayer: Sendable {
  case source(ConfigurationSource)
  case definitions(Definitions, String)

  /// Returns the layer of parameters that a program sets.
  static func parameters(_ values: [String: ParameterValue], at location: SwiftLocation) -> Self {
    let name = SourcePlace.swift(location).shortName
    return .definitions(Definitions([.parameters(values, location)]), name)
  }

  /// Returns the layers of a program that a call passes, low to high: first all parameters, above
  /// those of the modules, then the services, with the overrides above all others.
  static func program(
    modules: Definitions, parameters: [String: ParameterValue] = [:],
    overrides: Definitions = Definitions(), at location: SwiftLocation
  ) -> (parameters: [Self], services: [Self]) {
    // Only the names of layers need it: to escape it costs more than the rest of a small plan.
    var place: String { SourcePlace.swift(location).shortName }
    var layers: (parameters: [Self], services: [Self]) = ([], [])
    func add(_ definitions: Definitions, _ kind: String) {
      guard !definitions.isEmpty else { return }
      layers.services.append(
        .definitions(definitions.withoutParameters, "\(kind) at \(place)"))
      guard !definitions.parameters.isEmpty else { return }
      layers.parameters.append(.definitions(definitions.parameters, place))
    }
    add(modules, "modules")
    if !parameters.isEmpty { layers.parameters.append(.parameters(parameters, at: location)) }
    add(overrides, "overrides")
    return layers
  }
}
