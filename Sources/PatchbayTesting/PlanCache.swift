import Patchbay

/// The plans of the tests that ran before, so that tests which load the same load it once.
///
/// A plan is used again only while every file, folder and link that its load looked at is as it was
/// (``FileRecord``). Tests may use it at the same time: a plan is immutable, and each test has a
/// container of its own.
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
    let configuration: ConfigurationKey
    let environment: ExactText?
    let variables: [ExactText: ExactText]
    let overlays: [ConfigurationSource]
    let overlayPaths: [ExactText?]
    let catalog: FactoryCatalog.Identity
  }

  private let configurations: RecordedValues<ConfigurationKey, ServiceConfiguration>
  private let plans: RecordedValues<PlanKey, Plan?>

  init(capacity: Int) {
    configurations = RecordedValues(capacity: capacity)
    plans = RecordedValues(capacity: capacity)
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
    let configuration = try configurations.value(key) { record throws(DiagnosticsError) in
      try ServiceConfiguration(source, settings: settings, recording: record)
    }
    func planKey(_ overlays: [ConfigurationSource]) -> PlanKey {
      PlanKey(
        configuration: key, environment: base.environment.map(ExactText.init),
        variables: .init(
          uniqueKeysWithValues: base.variables.map { (ExactText($0.key), ExactText($0.value)) }),
        overlays: overlays.map(\.anonymous),
        overlayPaths: overlays.map { $0.path.map(ExactText.init) },
        catalog: base.catalog.identity)
    }
    // Tests that run in parallel would share an object that a value was decoded to.
    func isKept(_ plan: Plan?) -> Bool { plan?.hasDecodedObjects != true }
    func plan(
      _ overlays: [ConfigurationSource], _ record: FileRecord
    ) throws(DiagnosticsError) -> Plan {
      try base.plan(of: configuration.value.recording(record), overlays: overlays)
    }
    // Most overlays change a few services of a base that is valid without them; nil if it is not.
    let plain = try plans.value(planKey([]), madeOf: configuration.record, isKept: isKept) {
      record throws(DiagnosticsError) in
      try? plan([], record)
    }
    guard !overlays.isEmpty else {
      if let plan = plain.value { return plan }
      return try plan([], FileRecord())
    }
    let overlaid = try plans.value(planKey(overlays), madeOf: plain.record, isKept: isKept) {
      record throws(DiagnosticsError) in
      if let plan = plain.value?.changed(by: overlays, recording: record) { return plan }
      return try plan(overlays, record)
    }
    // Only a base is recorded without a plan.
    return overlaid.value!
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
