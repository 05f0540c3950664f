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
final class PlanCache: Sendable {
  /// Enough for the suites of a large project; a plan of 1,000 services has about a megabyte.
  static let shared = PlanCache(capacity: 64)

  private struct Key: Hashable, Sendable {
    /// The base and the overlays.
    let sources: [ConfigurationSource]
    /// The environment, the root, the paths of the sources, and the readable folders, byte by byte.
    let texts: [ExactText?]
    let variables: [ExactText: ExactText]
    let limits: LoadLimits
    let catalog: FactoryCatalog.Identity

    init(_ base: ServicesBase, _ source: ConfigurationSource, _ overlays: [ConfigurationSource]) {
      // Without the trait that names it: for whichever test a file is loaded, it is the same file.
      var sources = [source] + overlays
      for index in sources.indices { sources[index].request = nil }
      var texts = [base.environment.map(ExactText.init), base.settings.root.map(ExactText.init)]
      for source in sources { texts.append(source.path.map(ExactText.init)) }
      texts += base.settings.readableDirectories.map(ExactText.init)
      (self.sources, self.texts) = (sources, texts)
      variables = .init(
        uniqueKeysWithValues: base.variables.map { (ExactText($0.key), ExactText($0.value)) })
      limits = base.settings.limits
      catalog = base.catalog.identity
    }
  }

  /// The place of one plan. Its lock is held while the plan is made, so that other tests wait for it.
  private final class Place: Sendable {
    let known = Locked<(plan: Plan, files: FileSnapshot)?>(nil)
  }

  private let capacity: Int
  private let places = Locked<[Key: Place]>([:])
  /// The time in seconds since 1970.
  private let now: @Sendable () -> Int

  /// Creates a cache; one that is full forgets all of its plans, and begins anew.
  init(capacity: Int, now: @escaping @Sendable () -> Int = { time(nil) }) {
    (self.capacity, self.now) = (capacity, now)
  }

  /// Returns the plan of a base with overlays, loaded again if there is none, or if a file has changed since.
  ///
  /// A plan of files that changed a moment ago is not stored: a file system stores times in steps, the coarsest
  /// in steps of two seconds, and a further change in the same step can leave the size and the times as they are.
  func plan(
    _ base: ServicesBase, overlays: [ConfigurationSource]
  ) throws(DiagnosticsError) -> Plan {
    // Once, as it looks for the file.
    let source = base.source.source
    // A program's own source may answer differently each time.
    guard base.settings.interpolationSources.isEmpty else {
      return try base.plan(of: source, overlays: overlays)
    }
    let place = place(of: Key(base, source, overlays))
    return try place.known.withLock { known throws(DiagnosticsError) in
      if let known, known.files.isCurrent { return known.plan }
      let start = now()
      let recorder = FileRecorder()
      let plan = try base.plan(of: source, overlays: overlays, reader: recorder.reader)
      let files = recorder.finish()
      // Tests that run in parallel would share an object that a value was decoded to.
      let isStored = files.isUnchanged(since: start - 2) && !plan.hasDecodedObjects
      known = isStored ? (plan, files) : nil
      return plan
    }
  }

  private func place(of key: Key) -> Place {
    places.withLock { places in
      if let place = places[key] { return place }
      if places.count >= capacity { places = [:] }
      let place = Place()
      places[key] = place
      return place
    }
  }
}
