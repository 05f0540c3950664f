import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension EntryReader {
  /// Returns the declared scopes, and reports a second declaration, because it would leave their
  /// order open.
  mutating func scopes() -> [Located] {
    guard let first = document.scopes.first else { return [] }
    evaluator.subject = Evaluator.Subject(owner: .section("scopes"))
    for other in document.scopes.dropFirst() {
      report(
        Diagnostic(
          .duplicateKey,
          "`scopes` is declared \(other.layer == first.layer ? "twice" : "in two layers")",
          at: other.member.key.place, "second declaration"
        )
        .label(first.member.key.place, "first declaration")
        .note("scopes are declared once, outermost first"))
    }
    var known: [String: SourcePlace] = [:]
    let names = evaluator.namesField(LayeredValue(first.member.value, first.layer)) ?? []
    return names.filter { name in
      let subject = "the scope `\(name.text)`"
      if ScopeName.builtIn.contains(name.text) {
        report(
          Diagnostic(
            .duplicateKey, "\(subject) is always there", at: name.place, "needs no declaration"))
      } else if let first = known[name.text] {
        report(
          Diagnostic(
            .duplicateKey, "\(subject) is declared twice", at: name.place, "second time"
          )
          .label(first, "first time"))
      } else {
        known[name.text] = name.place
        return true
      }
      return false
    }
  }

  /// Returns the roots of all layers, each once.
  mutating func roots() -> [Located] {
    evaluator.subject = Evaluator.Subject(owner: .section("roots"))
    let sections = document.roots
    return sections.flatMap { section in
      evaluator.namesField(LayeredValue(section.member.value, section.layer)) ?? []
    }
    .uniqued(by: \.text)
  }

  /// Reads the `defaults:` of each file.
  mutating func readDefaults() {
    guard !document.defaults.isEmpty else { return }
    for file in document.defaults.keys.inStableOrder(by: <) {
      guard let section = document.defaults[file] else { continue }
      evaluator.subject = Evaluator.Subject(owner: .section("defaults"))
      let written = LayeredValue(section.member.value, section.layer)
      guard evaluator.isMap(written, "a map") else { continue }
      var result = Defaults()
      evaluator.unknownFields = []
      for entry in written.members {
        let field = entry.field(DefaultsField.self)
        evaluator.subject.field = field?.name ?? ""
        switch field {
        case .scope: result.scope = evaluator.textField(entry.value, "the name of a scope")
        case .autowire:
          result.autowire = evaluator.shapeFlagField(entry.value)
          result.autowireProvenance = entry.value.provenance
        case .tags: result.tags = tags(entry.value)
        case nil: report(.unknownField(entry, DefaultsField.self, in: written))
        }
        evaluator.subject.field = ""
      }
      result.unknownFields = evaluator.unknownFields
      defaults[file] = result
    }
  }

  /// Checks the shape of every template; values are evaluated only for entries that extend it.
  mutating func checkTemplates() {
    for entry in document.templates.entries {
      let statements =
        entry.history.isEmpty
        ? [(entry.value.node, entry.layer, entry.keyNode)]
        : entry.history.map { ($0.node, $0.layer, $0.keyNode) }
      for (node, layer, key) in statements {
        checkShape(node, layer, .template(entry.key), key)
        for (key, _) in node.entries {
          guard let field = EntryField.named(key), !field.isForTemplates else { continue }
          report(
            Diagnostic(
              .unknownField, "a template has no field `\(key.text)`",
              at: key.place, "is never inherited"
            )
            .note("a template accepts: \(EntryField.namesForTemplates)"))
        }
      }
      // Names and marks are checked even if no entry extends the template.
      if entry.state == .defined,
        let whole = inheritance.effective(
          .init(isTemplate: true, key: entry.key), with: &evaluator)
      {
        evaluator.checkMarks(ofTemplate: entry.key, whole)
      }
    }
  }

  /// Checks the shape of entries that higher layers replaced or changed, from a layer on.
  mutating func checkReplaced(from first: Int) {
    for position in document.services.touched {
      let entry = document.services.entry(at: position)
      for statement in entry.history
      where statement.layer >= first && statement.role != .removal
        && !statement.node.isFromProgram
      {
        checkShape(statement.node, statement.layer, .service(entry.key), statement.keyNode)
      }
    }
  }
}

// The shape of layers that are not evaluated.
extension EntryReader {
  /// Checks only the shape of layers: those of all environments, or all layers if a file of the
  /// load could not be read.
  ///
  /// Of `settings`, only the limits and the names of the sources are used; no source is called.
  static func checkShape(
    of stack: LayerStack, _ settings: LoadSettings, into collector: inout DiagnosticCollector
  ) {
    var document = LayeredDocument(limits: settings.limits)
    document.setLayers(of: stack)
    let context = LoadContext(
      environment: nil, variables: Variables([:]), limits: settings.limits,
      sources: settings.interpolationSources)
    var reader = EntryReader(MergedDocument(document), context, .checkShape)
    for layer in stack.layers.indices {
      reader.checkShape(of: stack.layers[layer].section, layer)
    }
    reader.finish(into: &collector)
  }

  /// Adds the diagnostics to a collector, and hides texts in them that are probably secret.
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
