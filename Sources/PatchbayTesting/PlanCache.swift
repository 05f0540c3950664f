import Patchbay
import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The plans of the tests that ran before, so that tests which load the same load it once.
///
/// Tests may use a plan at the same time: it is immutable, and each test has a container of its own.
struct PlanCache: Sendable {
  /// Enough for the suites of a large project; a plan of 1,000 services has about a megabyte.
  static let shared = PlanCache(capacity: 64)

  private struct ConfigurationKey: Hashable, Sendable {
    let source: ConfigurationSource
    let limits: LoadLimits
    /// The path of the source, the root, and the readable folders.
    let texts: [ExactText?]
  }

  private struct PlanKey: Hashable, Sendable {
    let environment: ExactText?
    let variables: [ExactText: ExactText]
    let overlays: [ConfigurationSource]
    let overlayPaths: [ExactText?]
    let catalog: FactoryCatalog.Identity
  }

  /// A configuration that was read and parsed, with the plans that were made of it.
  private struct Loaded: Sendable {
    let configuration: ServiceConfiguration
    let plans: FileCache<PlanKey, Plan>
  }

  private let configurations: FileCache<ConfigurationKey, Loaded>
  private let capacity: Int
  private let now: @Sendable () -> Int

  /// Creates a cache for a number of configurations, and of plans of each; `now` returns the seconds since 1970.
  init(capacity: Int, now: @escaping @Sendable () -> Int = { time(nil) }) {
    (self.capacity, self.now) = (capacity, now)
    configurations = FileCache(capacity: capacity, now: now)
  }

  /// Returns the plan of a base with overlays, loaded anew if anything has changed.
  func plan(
    _ base: ServicesBase, overlays: [ConfigurationSource]
  ) throws(DiagnosticsError) -> Plan {
    // Once, as it looks for the file.
    let (source, settings) = (base.source.source, base.settings)
    // A program's own source may answer differently each time.
    guard settings.interpolationSources.isEmpty else {
      let configuration = try ServiceConfiguration(source, settings: settings)
      return try base.plan(of: configuration, overlays: overlays)
    }
    let key = ConfigurationKey(
      source: source.anonymous, limits: settings.limits,
      texts: [source.path.map(ExactText.init), settings.root.map(ExactText.init)]
        + settings.readableDirectories.map(ExactText.init))
    let loaded = try configurations.value(key) { () throws(DiagnosticsError) in
      Loaded(
        configuration: try ServiceConfiguration(
          source, settings: settings, reader: FileAnswers.reader),
        plans: FileCache(capacity: capacity, now: now))
    }
    let planKey = PlanKey(
      environment: base.environment.map(ExactText.init),
      variables: .init(
        uniqueKeysWithValues: base.variables.map { (ExactText($0.key), ExactText($0.value)) }),
      overlays: overlays.map(\.anonymous),
      overlayPaths: overlays.map { $0.path.map(ExactText.init) },
      catalog: base.catalog.identity)
    // Tests that run in parallel would share an object that a value was decoded to.
    return try loaded.plans.value(planKey, isStored: { !$0.hasDecodedObjects }) {
      () throws(DiagnosticsError) in
      try base.plan(of: loaded.configuration, overlays: overlays)
    }
  }
}

extension ConfigurationSource {
  /// The same without the trait that names it: for whichever test it is loaded, it is the same file.
  fileprivate var anonymous: ConfigurationSource {
    var source = self
    source.request = nil
    return source
  }
}
