import PatchbayCore
import PatchbayDiagnostics

/// Says of a name that a model does not have as what is wanted: what it is instead, or a similar name.
struct NameLookup {
  /// What a command wants a name to be.
  enum Wanted: String {
    case service, tag, type
    case anything = "service, parameter, tag or type"
  }

  let model: WiringModel
  let catalog: FactoryCatalog

  /// Returns the error of a name.
  func miss(_ name: String, wanted: Wanted) -> UsageError {
    let place = model.environment.map { " in the environment `\(DisplayText.line($0))`" } ?? ""
    return UsageError(
      "there is no \(wanted.rawValue) `\(DisplayText.line(name))`\(place)",
      help: meaning(of: name) ?? UsageError.didYouMean(name, among: names(of: wanted)))
  }

  /// Returns all names of what is wanted.
  func names(of wanted: Wanted) -> [String] {
    switch wanted {
    case .service: return ModelIndex(model).keys
    case .tag: return model.tags.map(\.name)
    case .type:
      // As `show` and `list --type` accept them: a contract without `any`.
      let contracts = catalog.factories.flatMap(\.contracts).map(\.contractName)
      return (catalog.typeNames + contracts).uniqued
    case .anything:
      let parameters = model.parameters.flatMap(\.parts).map(\.name)
      return names(of: .service) + model.removed.map(\.key) + parameters + names(of: .tag)
        + names(of: .type)
    }
  }

  /// Returns what a name is; nil if it is nothing.
  private func meaning(of name: String) -> String? {
    if let removal = model.removed.first(where: { $0.key == name }) {
      return "it is removed at \(removal.origin.place.displayName)"
    }
    let meanings = [
      ("a service", names(of: .service).contains(name)),
      ("a parameter", model.parameters.contains { $0.part(name) != nil }),
      ("a tag", names(of: .tag).contains(name)), ("a type", names(of: .type).contains(name)),
      ("a variable: `env` lists what reads it", model.variables.contains { $0.name == name }),
    ]
    return meanings.first(where: \.1).map { "it is \($0.0)" }
  }
}
