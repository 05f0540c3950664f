import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// Looks at the shape of layers alone: of environments that are not selected, and of everything
/// where a file that belongs to the load could not be read.
enum SectionShape {
  /// What is wrong; the lint of secrets does not run here.
  ///
  /// - Parameter settings: the limits, and the sources whose names are known. None of them is asked.
  static func look(at stack: LayerStack, settings: LoadSettings) -> [Diagnostic] {
    var document = LayeredDocument(limits: settings.limits)
    document.takeLayers(of: stack)
    let context = LoadContext(
      environment: nil, variables: [:], reader: FileReader(), limits: settings.limits,
      readableDirectories: [], sources: settings.interpolationSources, coverage: Coverage())
    var decoder = DocumentDecoder(document, context)
    decoder.mode = .shape
    for layer in stack.layers.indices {
      decoder.checkShape(of: stack.layers[layer].section, layer)
    }
    return decoder.collector.diagnostics
  }
}

extension DocumentDecoder {
  fileprivate mutating func checkShape(of section: Section, _ layer: Int) {
    checkShape(ofMisplaced: section.misplaced, layer)
    for case let (member?, isService) in [(section.services, true), (section.templates, false)]
    where member.value.kind == .mapping {
      for (key, value) in member.value.entries {
        checkShape(value, layer, isService ? .service(key.text) : .template(key.text), key)
      }
    }
    if let parameters = section.parameters?.value, parameters.kind == .mapping {
      for (key, value) in parameters.entries {
        subject = Subject(owner: .parameters, name: key.text)
        _ = lintSecret(key.text, Layered(value, layer))
        if value.knownTag != .required { _ = self.value(value, layer, .data) }
      }
    }
    if let roots = section.roots {
      subject = Subject(owner: .section("roots"))
      _ = namesField(Layered(roots.value, layer))
    }
  }
}
