import PatchbayCore
import PatchbayDiagnostics

/// The program's layers above all files: its modules, and its overrides above them.
struct ProgramLayers: Sendable {
  let modules: Definitions
  let overrides: Definitions
  let location: SwiftLocation

  /// Returns the parameters as overlays, low to high, processed like those of files. `parameters`
  /// are passed next to the modules, and override the parameters of the modules.
  func overlays(_ parameters: [String: ParameterValue] = [:]) -> [ConfigurationSource] {
    var overlays = modules.parameters.map(Self.overlay)
    if !parameters.isEmpty { overlays.append(Self.overlay(parameters, location)) }
    return overlays + overrides.parameters.map(Self.overlay)
  }

  private static func overlay(
    _ values: [String: ParameterValue], _ location: SwiftLocation
  ) -> ConfigurationSource {
    ParameterValue.overlay(values, fileID: location.fileID, line: location.line)
  }

  var coverage: Coverage { Coverage([modules, overrides]) }

  /// Applies the definitions to those of the files.
  func lay(over set: inout DefinitionSet, into collector: inout DiagnosticCollector) {
    let place = SourcePlace.swift(location).shortName
    for (layer, name) in [(modules, "modules at \(place)"), (overrides, "overrides at \(place)")]
    where !layer.isEmpty {
      _ = ParameterTree(layer, into: &collector)
      set.lay(layer, as: LayerName(name), into: &collector)
    }
  }
}
