package import PatchbayCore
package import PatchbayDiagnostics

/// Definitions as a program would build them, each at a Swift place of its own.
package struct TestDefinitions {
  package var set = DefinitionSet()
  private var line = 0

  package init(scopes: [String] = []) {
    set.layers = ["base"]
    for scope in scopes { set.scopes.append(located(scope)) }
  }

  package mutating func place() -> Provenance {
    line += 1
    return Provenance(
      Origin(place: .swift(SwiftLocation(fileID: "T/T.swift", line: line)), layer: 0))
  }

  package mutating func located(_ text: String) -> Located { Located(text, place()) }

  package mutating func define(
    _ key: String,
    _ type: String,
    _ arguments: KeyValuePairs<String, TestValue> = [:],
    scope: String? = nil,
    tags: [String: Int] = [:],
    decorates: String? = nil,
    priority: Int = 0,
    autowire: Bool = false,
    provides: [String]? = nil
  ) {
    var definition = Definition(key: key, provenance: place(), type: located(type))
    definition.scope = scope.map { located($0) }
    definition.arguments = arguments.map { argument in
      Argument(name: argument.key, namePlace: place().place, value: value(argument.value))
    }
    definition.tags = tags.sorted { $0.key < $1.key }.map {
      TagUse(name: located($0.key), priority: $0.value)
    }
    definition.decorates = decorates.map { located($0) }
    definition.priority = priority
    definition.autowire = autowire
    definition.provides = provides.map { names in names.map { located($0) } }
    set.definitions.append(definition)
  }

  /// Sets a property of a service that was defined before.
  package mutating func set(_ property: String, of key: String, _ value: TestValue) {
    let argument = Argument(name: property, namePlace: place().place, value: self.value(value))
    guard let index = set.definitions.firstIndex(where: { $0.key == key }) else { return }
    set.definitions[index].properties.append(argument)
  }

  package mutating func alias(_ key: String, of target: String, deprecated: String? = nil) {
    var alias = Alias(key: key, provenance: place(), target: located(target))
    alias.deprecated = deprecated.map { located($0) }
    set.aliases.append(alias)
  }

  /// Changes the definition that was added last.
  package mutating func edit(_ change: (inout Definition) -> Void) {
    change(&set.definitions[set.definitions.count - 1])
  }

  package mutating func value(_ value: TestValue) -> ConfigurationValue {
    let provenance = place()
    switch value {
    case .null: return ConfigurationValue(.null, provenance)
    case .text(let text): return ConfigurationValue(.scalar(.init(text)), provenance)
    case .quoted(let text):
      return ConfigurationValue(.scalar(.init(text, isQuoted: true)), provenance)
    case .list(let elements):
      return ConfigurationValue(.list(elements.map { self.value($0) }), provenance)
    case .map(let entries):
      let entries = entries.map { entry in
        ConfigurationValue.Entry(
          key: entry.key,
          keyPlace: place().place,
          value: self.value(entry.value)
        )
      }
      return ConfigurationValue(.map(entries), provenance)
    case .ref(let key): return service(.reference(located(key)), provenance)
    case .optional(let key): return service(.optional(located(key)), provenance)
    case .tagged(let tag): return service(.tagged(located(tag)), provenance)
    case .inner: return service(.inner, provenance)
    case .inline(let type, let arguments):
      var definition = Definition(
        key: "inline \(type)", provenance: provenance, type: located(type))
      definition.arguments = arguments.map { argument in
        Argument(name: argument.key, namePlace: place().place, value: self.value(argument.value))
      }
      return service(.inline(definition), provenance)
    case .faulty: return ConfigurationValue(.faulty, provenance)
    }
  }

  private func service(_ target: ServiceUse.Target, _ provenance: Provenance) -> ConfigurationValue
  {
    ConfigurationValue(.service(ServiceUse(target, place: provenance.place)), provenance)
  }

  /// The diagnostics of a check, including warnings: `code: message`, in the order of their places.
  package func reported(_ catalog: FactoryCatalog) -> [String] {
    var collector = DiagnosticCollector()
    _ = Plan.checking(set, catalog: catalog, into: &collector)
    return collector.diagnostics.sortedByPlace().map { "\($0.code): \($0.message)" }
  }

  /// What nothing uses.
  package func unused(_ catalog: FactoryCatalog) -> [String] {
    var set = set
    set.checks.usage = Usage()
    var collector = DiagnosticCollector()
    let usage = Plan.findings(in: set, catalog: catalog, into: &collector).usage
    return usage.unused.sortedByPlace().map { "\($0.code): \($0.message)" }
  }

  package func plan(_ catalog: FactoryCatalog) throws(DiagnosticsError) -> Plan {
    try Plan(set, catalog: catalog)
  }
}

package indirect enum TestValue: ExpressibleByStringLiteral {
  case null
  case text(String)
  case quoted(String)
  case list([TestValue])
  case map(KeyValuePairs<String, TestValue>)
  case ref(String)
  case optional(String)
  case tagged(String)
  case inner
  case inline(String, KeyValuePairs<String, TestValue>)
  case faulty

  package init(stringLiteral text: String) { self = .text(text) }
}

/// Definitions from a closure, so that a test reads from top to bottom.
package func definitions(
  scopes: [String] = [],
  _ build: (inout TestDefinitions) -> Void
) -> TestDefinitions {
  var definitions = TestDefinitions(scopes: scopes)
  build(&definitions)
  return definitions
}

/// The codes of the diagnostics that a body throws; none if it succeeds.
package func codes(_ body: () async throws -> Void) async -> [DiagnosticCode] {
  do { try await body() } catch { return (error as? DiagnosticsError)?.codes ?? [] }
  return []
}
