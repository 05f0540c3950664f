package import PatchbayDiagnostics
import PatchbayYAML

extension ServiceConfiguration {
  /// The place of the key `services` in the root file; nil if it has none.
  var servicesKey: SourcePlace? {
    loader.files.first { $0.name == name }?.outline.body.services?.key.place
  }

  /// Returns the environments that read a place of a text: `nil` if all of them and the base alone
  /// read it; some if it is in a section of one, or in the sibling files of some.
  package func environments(containing span: SourceSpan) -> Set<String>? {
    if let file = loader.files.first(where: { $0.document.file == span.file }) {
      let section = file.outline.environments.first { environment in
        environment.range.lowerBound <= span.range.lowerBound
          && span.range.upperBound <= environment.range.upperBound
      }
      return section.map { [$0.name] }
    }
    let names = siblings.filter { _, sibling in
      sibling.loader.files.contains { $0.document.file == span.file }
        // A file that could not be read completely is recognized by its diagnostics.
        || sibling.loader.diagnostics.diagnostics.contains {
          $0.labels.first?.place.span?.file == span.file
        }
    }
    return names.isEmpty ? nil : Set(names.keys)
  }
}
