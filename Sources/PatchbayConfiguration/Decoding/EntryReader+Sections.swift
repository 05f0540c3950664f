import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension EntryReader {
  /// The declared scopes; two layers that declare them would leave their order open.
  mutating func scopes() -> [Located] {
    evaluator.subject = Evaluator.Subject(owner: .section("scopes"))
    guard let first = document.scopes.first else { return [] }
    func duplicate(_ fact: String, _ labels: [Diagnostic.Label], _ notes: [String] = []) {
      report(Diagnostic(.duplicateKey, fact, labels: labels, notes: notes))
    }
    for other in document.scopes.dropFirst() {
      duplicate(
        "`scopes` is declared \(other.layer == first.layer ? "twice" : "in two layers")",
        [
          .init(other.member.key.place, "second declaration"),
          .init(first.member.key.place, "first declaration"),
        ], ["scopes are declared once, outermost first"])
    }
    var known: [String: SourcePlace] = [:]
    let names = evaluator.namesField(LayeredValue(first.member.value, first.layer)) ?? []
    return names.filter { name in
      let fact = "the scope `\(name.text)` is "
      if Self.builtInScopes.contains(name.text) {
        duplicate(fact + "always there", [.init(name.place, "needs no declaration")])
      } else if let first = known[name.text] {
        duplicate(
          fact + "declared twice", [.init(name.place, "second time"), .init(first, "first time")])
      } else {
        known[name.text] = name.place
        return true
      }
      return false
    }
  }

  private static let builtInScopes: Set<String> = ["singleton", "transient", "graph", "weak"]

  /// The roots of all layers together, each once.
  mutating func roots() -> [Located] {
    evaluator.subject = Evaluator.Subject(owner: .section("roots"))
    var known: Set<String> = []
    var roots: [Located] = []
    for say in document.roots {
      for root in evaluator.namesField(LayeredValue(say.member.value, say.layer)) ?? []
      where known.insert(root.text).inserted {
        roots.append(root)
      }
    }
    return roots
  }

  mutating func readDefaults() {
    for file in document.defaults.keys.sorted() {
      guard let say = document.defaults[file] else { continue }
      evaluator.subject = Evaluator.Subject(owner: .section("defaults"))
      let written = LayeredValue(say.member.value, say.layer)
      guard evaluator.isMap(written, "a map") else { continue }
      var result = Defaults()
      for entry in written.members {
        let field = entry.field(DefaultsField.self)
        evaluator.subject.field = field?.name ?? ""
        switch field {
        case .scope: result.scope = evaluator.textField(entry.value, "the name of a scope")
        case .autowire: result.autowire = evaluator.flagField(entry.value)
        case .tags: result.tags = tags(entry.value)
        case nil: report(.unknownField(entry, DefaultsField.self, in: written))
        }
        evaluator.subject.field = ""
      }
      defaults[file] = result
    }
  }

  /// Checks the shape of every template; its values are evaluated only where it is extended.
  mutating func checkTemplates() {
    for entry in document.templates.entries {
      let says =
        entry.history.isEmpty
        ? [(entry.value.node, entry.layer, entry.keyNode)]
        : entry.history.map { ($0.node, $0.layer, $0.keyNode) }
      for (node, layer, key) in says {
        checkShape(node, layer, .template(entry.key), key)
        for (key, _) in node.entries {
          guard let field = EntryField.named(key), !field.isForTemplates else { continue }
          report(
            Diagnostic(
              .unknownField,
              "a template has no field `\(key.text)`",
              labels: [.init(key.place, "is never inherited")],
              notes: ["a template accepts: \(EntryField.namesForTemplates)"]
            ))
        }
      }
      // Names and marks are checked even where nothing uses the template.
      if entry.state == .defined,
        let whole = inheritance.effective(
          .init(isTemplate: true, key: entry.key), with: &evaluator)
      {
        evaluator.checkMarks(ofTemplate: entry.key, whole)
      }
    }
  }

  /// Checks the shape of what higher layers replaced or changed.
  mutating func checkReplaced() {
    for position in document.services.touched {
      let entry = document.services.entry(at: position)
      for say in entry.history where say.role != .removal && !say.node.isFromProgram {
        checkShape(say.node, say.layer, .service(entry.key), say.keyNode)
      }
    }
  }
}

// The shape of layers that are not evaluated.
extension EntryReader {
  /// Checks only the shape of layers: of environments that are not selected, and of all layers where a
  /// file of the load could not be read. Of `settings`, only the limits and the names of the sources are
  /// used; no source is called.
  static func checkShape(
    of stack: LayerStack, _ settings: LoadSettings, into collector: inout DiagnosticCollector
  ) {
    var document = LayeredDocument(limits: settings.limits)
    document.takeLayers(of: stack)
    let context = LoadContext(
      environment: nil, variables: Variables([:]), reader: FileReader(), limits: settings.limits,
      readableDirectories: [], sources: settings.interpolationSources)
    var reader = EntryReader(document, context, .checkShape)
    for layer in stack.layers.indices {
      reader.checkShape(of: stack.layers[layer].section, layer)
    }
    reader.finish(into: &collector)
  }

  /// Hands over the diagnostics, and hides in them what overrides a secret without a mark.
  func finish(into collector: inout DiagnosticCollector) {
    collector.hide(evaluator.likelySecrets)
    for diagnostic in evaluator.collector.diagnostics { collector.add(diagnostic) }
  }

  private mutating func checkShape(of section: Section, _ layer: Int) {
    checkShape(ofMisplaced: section.misplaced, layer)
    for case let (member?, isService) in [(section.services, true), (section.templates, false)]
    where member.value.kind == .mapping {
      for (key, value) in member.value.entries {
        checkShape(value, layer, isService ? .service(key.text) : .template(key.text), key)
      }
    }
    if let parameters = section.parameters?.value, parameters.kind == .mapping {
      for (key, value) in parameters.entries {
        evaluator.subject = Evaluator.Subject(owner: .parameters, name: key.text)
        let written = LayeredValue(value, layer)
        _ = evaluator.lintSecret(key.text, written)
        if value.knownTag != .required { _ = evaluator.value(written, .data) }
      }
    }
    if let roots = section.roots {
      evaluator.subject = Evaluator.Subject(owner: .section("roots"))
      _ = evaluator.namesField(LayeredValue(roots.value, layer))
    }
  }
}
