import Patchbay
import PatchbayDiagnostics

/// Explains the merged definitions of keys, with every place.
struct Explanation {
  private let definitions: DefinitionSet
  private let catalog: FactoryCatalog

  init(_ definitions: DefinitionSet, catalog: FactoryCatalog) {
    self.definitions = definitions
    self.catalog = catalog
  }

  /// Returns the explanation of a key; nil if it is unknown.
  func text(of key: String) -> String? {
    var outline = Outline()
    if let definition = definitions.definitions.first(where: { $0.key == key }) {
      add(definition, to: &outline)
    } else if let alias = definitions.aliases.first(where: { $0.key == key }) {
      add(alias, to: &outline)
    } else if let removal = definitions.removed[key] {
      outline.add("\(DisplayText.line(key)) is removed")
      outline.add(sources.name(of: removal), depth: 1)
    } else {
      return nil
    }
    return outline.text
  }

  private var sources: ValueSources { ValueSources(layers: definitions.layers) }

  private func add(_ alias: Alias, to outline: inout Outline) {
    outline.add(
      "\(DisplayText.line(alias.key)): an alias of \(DisplayText.line(alias.target.text))")
    outline.add(sources.lines(of: alias.target.provenance), depth: 1)
    if let deprecated = alias.deprecated { add("deprecated", deprecated, to: &outline) }
    // A chain of aliases ends, or a diagnostic reports the cycle; each alias is visited once.
    var target = alias.target.text
    var targets = Dictionary(
      definitions.aliases.map { ($0.key, $0.target.text) }, uniquingKeysWith: { first, _ in first })
    while let next = targets.removeValue(forKey: target) { target = next }
    if let definition = definitions.definitions.first(where: { $0.key == target }) {
      outline.add("")
      add(definition, to: &outline)
    }
  }

  private func add(_ definition: Definition, to outline: inout Outline) {
    let type = definition.type.map { DisplayText.line($0.text) } ?? "(no type is known)"
    outline.add("\(DisplayText.line(definition.key)): \(type)")
    if let summary = definition.summary { outline.add(DisplayText.line(summary), depth: 1) }
    if let environment = definitions.environment {
      outline.add("environment: \(DisplayText.line(environment))", depth: 1)
    }
    outline.add(sources.lines(of: definition.provenance), depth: 1, title: "defined at")
    if let provenance = definition.enabledProvenance {
      let title = "enabled: \(definition.isEnabled), set at"
      outline.add(sources.lines(of: provenance), depth: 1, title: title)
    }
    if let type = definition.type { addFactory(type, of: definition, to: &outline) }
    if let decorated = definition.decorates {
      add("decorates", decorated, to: &outline)
    } else if let scope = definition.scope {
      add("scope", scope, to: &outline)
    } else {
      outline.add("scope: singleton, as nothing else is said", depth: 1)
    }
    add("arguments", definition.arguments, to: &outline)
    addDefaults(of: definition, to: &outline)
    add("properties", definition.properties, to: &outline)
    addTags(definition.tags, to: &outline)
    for contract in definition.provides ?? [] { add("provides", contract, to: &outline) }
    for key in definition.after { add("after", key, to: &outline) }
    if definition.eager { outline.add("eager: built when the container starts", depth: 1) }
    if let deprecated = definition.deprecated { add("deprecated", deprecated, to: &outline) }
    addDecorators(of: definition.key, to: &outline)
  }

  private func addFactory(_ type: Located, of definition: Definition, to outline: inout Outline) {
    outline.add(sources.lines(of: type.provenance), depth: 1, title: "type set at")
    if let factory = definition.factoryOutline(in: catalog) {
      outline.add("factory: \(factory.signature)", depth: 1)
      outline.add("declared at \(factory.location)", depth: 2)
      addTraits(of: factory, to: &outline)
    } else {
      outline.add("factory: the catalog `\(catalog.name)` has none of this name", depth: 1)
    }
  }

  /// Adds the special properties of a factory.
  private func addTraits(of factory: FactoryCatalog.Outline, to outline: inout Outline) {
    if let opacity = factory.opacity {
      outline.add("opaque: \(opacity), and may ask for any service", depth: 2)
    }
    if !factory.requestArguments.isEmpty {
      let arguments = factory.requestArguments.joined(separator: ", ")
      outline.add("each request gives: \(arguments)", depth: 2)
    }
    if factory.isAwaited {
      outline.add("awaited: built by `start()` or `resolve(awaiting:)`", depth: 2)
    }
    if factory.isLive { outline.add("live: never built in a test", depth: 2) }
  }

  private func add(_ title: String, _ located: Located, to outline: inout Outline) {
    outline.add("\(title): \(DisplayText.line(located.text))", depth: 1)
    outline.add(sources.lines(of: located.provenance), depth: 2)
  }

  private func add(_ title: String, _ arguments: [Argument], to outline: inout Outline) {
    if arguments.isEmpty { return }
    outline.add("\(title):", depth: 1)
    for argument in arguments {
      outline.add(DisplayText.line(argument.name), argument.value, depth: 2, sources)
    }
  }

  private func addDefaults(of definition: Definition, to outline: inout Outline) {
    guard let factory = definition.factoryOutline(in: catalog) else { return }
    let given = Set(definition.arguments.map(\.name))
    let left = factory.optionalParameters.filter { !given.contains($0.name) }
    if left.isEmpty { return }
    outline.add("left to the factory:", depth: 1)
    for parameter in left { outline.add(parameter.text, depth: 2) }
  }

  private func addTags(_ tags: [TagUse], to outline: inout Outline) {
    if tags.isEmpty { return }
    outline.add("tags:", depth: 1)
    for tag in tags {
      let priority = tag.priority == 0 ? "" : ", priority \(tag.priority)"
      outline.add(DisplayText.line(tag.name.text) + priority, depth: 2)
      outline.add(sources.lines(of: tag.name.provenance), depth: 3)
      for entry in tag.attributes {
        outline.add(DisplayText.line(entry.key), entry.value, depth: 3, sources)
      }
    }
  }

  /// Adds the decorators from the outermost, which other services receive, to the innermost.
  private func addDecorators(of key: String, to outline: inout Outline) {
    // A higher priority wraps closer to the original; of equals, the first in the document does.
    let decorators = definitions.definitions.filter { $0.decorates?.text == key }
      .reversed().inStableOrder { $0.priority < $1.priority }
    if decorators.isEmpty { return }
    outline.add("decorated by, outermost first:", depth: 1)
    for decorator in decorators {
      let type = decorator.type.map { ": \(DisplayText.line($0.text))" } ?? ""
      let priority = decorator.priority == 0 ? "" : ", priority \(decorator.priority)"
      let note = decorator.isEnabled ? "" : " (disabled)"
      outline.add(DisplayText.line(decorator.key) + type + priority + note, depth: 2)
      outline.add(sources.lines(of: decorator.provenance), depth: 3)
    }
  }
}
