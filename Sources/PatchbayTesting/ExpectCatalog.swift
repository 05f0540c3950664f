public import Patchbay
import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
public import Testing

/// Checks that the factories of a catalog do not interchange the names of their parameters.
///
/// ```swift
/// @Test func theNamesFitTheLabels() { expectCatalog(.app, sources: "Sources") }
/// ```
///
/// The compiler checks the types of parameters, not their names: where two arguments have one type,
/// `Factory("SMTP", .value("from"), .value("host"), make: SMTP.init(host:from:))` compiles. This
/// reads the Swift files and compares the declared names with the labels under `make:`. A name that
/// is the label of another argument is an issue at the line of the factory. A name that is no label
/// at all is taken for intended.
///
/// A closure, and a reference without labels such as `SMTP.init`, cannot be compared. They are
/// counted in an issue that does not fail the test. The names of factories that macros declare are
/// the labels themselves.
///
/// - Parameters:
///   - catalog: The factories.
///   - folders: The folders of the Swift files that declare them. A relative path is looked up from
///     the working directory, then from the folder of the nearest `Package.swift` above the calling
///     file.
///   - sourceLocation: The place of the call.
public func expectCatalog(
  _ catalog: FactoryCatalog, sources folders: String...,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  do throws(DiagnosticsError) {
    var sources = try SwiftSources(folders, near: sourceLocation.path)
    if let missing = sources.empty.first {
      Issue.record("no Swift file is below `\(missing)`", sourceLocation: sourceLocation)
      return
    }
    var comparison = CatalogComparison()
    for factory in catalog.factories { comparison.add(factory, &sources) }
    for mistake in comparison.mistakes {
      Issue.record(Comment(rawValue: mistake.text), sourceLocation: mistake.location)
    }
    if let text = comparison.summary {
      Issue.warn(text, named: "not-compared.txt", at: sourceLocation)
    }
  } catch {
    for diagnostic in error.diagnostics { diagnostic.record(calledAt: sourceLocation) }
  }
}
