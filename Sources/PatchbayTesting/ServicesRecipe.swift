import Patchbay
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The arguments of a `.services` trait.
struct ServicesBase: Sendable {
  var source: OverlaySource
  var environment: String?
  var variables: [String: String]
  var catalog: FactoryCatalog
  var settings: LoadSettings
  /// Whether the container is started before the test's body.
  var isStarted = false
}

/// A file or a text that a test names.
struct OverlaySource: Sendable {
  /// The source; a relative path is looked up each time.
  var source: ConfigurationSource { find() }
  // A closure, of which `dump` and `print` show nothing.
  private let find: @Sendable () -> ConfigurationSource

  /// Returns a path, relative to a Swift file, that a trait or a function names at a place.
  static func path(
    _ path: String, near swiftFile: String, by name: String, at location: SwiftLocation?
  ) -> Self {
    Self {
      ConfigurationSource(
        path: TestFiles.resolve(path, near: swiftFile),
        request: .test(
          name, location, folders: TestFiles.packageFolder(of: swiftFile).map { [$0] } ?? []))
    }
  }

  /// Returns a text with the place of its literal.
  static func text(_ yaml: String, at location: SourceLocation) -> Self {
    Self { .inline(yaml, fileID: location.fileID, line: location.line) }
  }
}

// What `dump` and `print` show of a trait: no variable.
extension ServicesBase: SafelyMirrored {
  var mirrored: KeyValuePairs<String, Any> { ["environment": environment as Any] }
}

/// An `.overlay` with no `.services` before it.
struct MisplacedOverlay: Error {
  let text: String
  let sourceLocation: SourceLocation

  init(_ overlay: ServicesTrait, isAlone: Bool) {
    text =
      isAlone
      ? "`.overlay` changes a base: give the test or its suite `.services(…)` before it"
      : "`.overlay` changes the `.services(…)` before it, and this one comes first: write it after `.services(…)`"
    sourceLocation = overlay.sourceLocation
  }
}

/// The description of the container that the traits of one test create together.
struct ServicesRecipe: Sendable {
  let base: ServicesBase
  let overlays: [OverlaySource]
  /// The location of the base.
  let sourceLocation: SourceLocation

  /// Creates the recipe: the last base, with the overlays of all. What a suite replaces for its tests must not
  /// come back because one of them has a base of its own.
  ///
  /// - Throws: ``MisplacedOverlay`` for an overlay with no base before it.
  init(_ traits: [ServicesTrait]) throws(MisplacedOverlay) {
    var base: (ServicesBase, SourceLocation)?
    var overlays: [OverlaySource] = []
    for trait in traits {
      switch trait.part {
      case .base(let new):
        base = (new, trait.sourceLocation)
      case .overlay(let source):
        guard base != nil else {
          throw MisplacedOverlay(trait, isAlone: !traits.contains(where: \.isBase))
        }
        overlays.append(source)
      }
    }
    // The traits are never empty, and the first one is a base.
    (self.base, self.sourceLocation) = base!
    self.overlays = overlays
  }

  /// Loads and checks the configuration, and creates a container; no service is built yet.
  func container() throws(DiagnosticsError) -> Container {
    try base.container(overlays: overlays.map(\.source))
  }

  /// Returns the warnings about the overlays, which belong to the test; those about the
  /// configuration itself belong to a check of it.
  func warnings(of plan: Plan) -> [Diagnostic] {
    let names = Set(overlays.map(\.source.displayName))
    return plan.warnings.filter { warning in
      guard let file = warning.labels.first?.place.span?.file else { return false }
      return names.contains(file.name)
    }
  }
}

extension ServicesBase {
  func container(overlays: [ConfigurationSource]) throws(DiagnosticsError) -> Container {
    Container(try PlanCache.shared.plan(self, overlays: overlays), forTesting: true)
  }

  /// Loads the base from a source, which is the one that the trait names.
  func plan(
    of source: ConfigurationSource, overlays: [ConfigurationSource],
    reader: FileReader = FileReader()
  ) throws(DiagnosticsError) -> Plan {
    try ServiceConfiguration(source, settings: settings, reader: reader).plan(
      environment: environment, variables: variables, overlays: overlays, catalog: catalog)
  }
}

/// Finds the files that tests name.
enum TestFiles {
  /// Resolves a relative path from the working directory, if the file exists there; else from the
  /// folder of the nearest `Package.swift` above a Swift file; else returns it unchanged.
  static func resolve(_ path: String, near swiftFile: String) -> String {
    if path.hasPrefix("/") || exists(path) { return path }
    guard let folder = packageFolder(of: swiftFile) else { return path }
    let candidate = folder + "/" + path
    return exists(candidate) ? candidate : path
  }

  /// Returns the folder of the nearest `Package.swift` above a Swift file; nil if there is none.
  static func packageFolder(of swiftFile: String) -> String? {
    var folder = PathText.folder(of: swiftFile)
    while folder != "/", folder != "." {
      if exists("\(folder)/Package.swift") { return folder }
      folder = PathText.folder(of: folder)
    }
    return nil
  }

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
