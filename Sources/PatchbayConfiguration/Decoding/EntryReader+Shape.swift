import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

// The shape of what is not used as it is written.
extension EntryReader {
  /// Checks the shape of misplaced services, so that messages hide probable secrets in them.
  mutating func checkShape(ofMisplaced services: [Member], _ layer: Int) {
    for service in services {
      checkShape(service.value, layer, .service(service.key.text), service.key)
    }
  }

  /// Checks only the shape of an entry, which is not used as it is written.
  mutating func checkShape(
    _ node: YAMLNode, _ layer: Int, _ owner: ValueMerge.Owner, _ key: YAMLNode
  ) {
    guard node.kind == .mapping else { return }
    let outer = evaluator.policy
    evaluator.policy = .checkShape
    defer { evaluator.policy = outer }
    evaluator.subject = Evaluator.Subject(owner: owner, key: key)
    let written = LayeredValue(node, layer)
    var ignored = Definition(key: owner.key, provenance: Provenance(written.origin), type: nil)
    var present = PresentFields()
    read(written, into: &ignored, &present)
  }

  /// Checks the shape of every template; values are evaluated only for entries that extend it.
  mutating func checkTemplates() {
    for entry in document.templates.entries {
      for statement in entry.statements {
        checkShape(
          statement.node, statement.layer, .template(entry.key), statement.keyNode)
        for (key, _) in statement.node.entries {
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
        var whole = effective(.template(entry.key))
      {
        // The entries of its file that extend it have these defaults.
        if let defaults = defaults(ofLayer: entry.layer) { _ = taking(defaults, from: &whole) }
        evaluator.checkMarks(ofTemplate: entry.key, whole, isExtending: entry.form == .extending)
      }
    }
  }

  /// Checks the shape of entries that higher layers or a program replaced or changed.
  mutating func checkReplaced() {
    let table = document.services
    var entries = table.touched
    for row in document.program.rows where row.isOfFiles {
      if let entry = table[row.key], entry.history.isEmpty { entries.append(entry) }
    }
    for entry in entries {
      for statement in entry.statements where statement.role != .removal {
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
    of document: LayeredDocument, _ settings: LoadSettings,
    into collector: inout DiagnosticCollector
  ) {
    let context = LoadContext(
      environment: nil, variables: Variables([:]), limits: settings.limits,
      sources: settings.interpolationSources)
    var reader = EntryReader(MergedDocument(document), context, .checkShape)
    _ = reader.scopes()
    reader.readDefaults()
    for layer in document.stack.layers.indices {
      reader.checkShape(of: document.stack.layers[layer].section, layer)
    }
    reader.finish(into: &collector)
  }

  /// Adds the diagnostics to a collector, and hides texts in them that are probably secret.
  func finish(into collector: inout DiagnosticCollector) {
    evaluator.likelySecrets.hide()
    for diagnostic in evaluator.reports.advised(by: evaluator) { collector.add(diagnostic) }
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
      // The rows are those of a whole load, where a part of a map may be `!required`, too.
      for row in ParameterTable(LayeredValue(parameters, layer)).rows where row.children == nil {
        evaluator.checkWritten(row)
      }
    }
    if let roots = section.roots {
      evaluator.subject = Evaluator.Subject(owner: .section("roots"))
      _ = evaluator.namesField(LayeredValue(roots.value, layer))
    }
  }
}
