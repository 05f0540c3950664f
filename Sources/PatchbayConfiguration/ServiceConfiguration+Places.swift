package import PatchbayDiagnostics
import PatchbayYAML

extension ServiceConfiguration {
  /// The environments that a place of a text has a say in.
  ///
  /// - Parameter span: A place in a file of the load.
  /// - Returns: `nil` where all have it, and the base alone too; a few for what stands in a section of
  ///   one environment, or in the sibling files of some.
  package func environments(saidAt span: SourceSpan) -> Set<String>? {
    if let file = loader.files.first(where: { $0.document.file == span.file }) {
      let section = file.outline.environments.first { environment in
        environment.range.lowerBound <= span.range.lowerBound
          && span.range.upperBound <= environment.range.upperBound
      }
      return section.map { [$0.name] }
    }
    let names = siblings.filter { _, sibling in
      sibling.loader.files.contains { $0.document.file == span.file }
        // A file that could not be read whole is known by what was told of it.
        || sibling.loader.diagnostics.diagnostics.contains {
          $0.labels.first?.place.span?.file == span.file
        }
    }
    return names.isEmpty ? nil : Set(names.keys)
  }
}
