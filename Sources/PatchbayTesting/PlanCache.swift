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
    let root: String?
    let readableDirectories: [String]
    let limits: LoadLimits
  }

  private struct PlanKey: Hashable, Sendable {
    let configuration: ConfigurationKey
    let environment: String?
    let variables: [String: String]
    let overlays: [ConfigurationSource]
    let catalog: FactoryCatalog.Identity
  }

  private let configurations: RecordedValues<ConfigurationKey, ServiceConfiguration>
  private let plans: RecordedValues<PlanKey, Plan>

  init(capacity: Int) {
    configurations = RecordedValues(capacity: capacity)
    plans = RecordedValues(capacity: capacity)
  }

  /// Returns the plan of a base with overlays, loaded anew if anything has changed.
  func plan(
    _ base: ServicesBase, overlays: [ConfigurationSource]
  ) throws(DiagnosticsError) -> Plan {
    // A program's own source may answer differently each time.
    guard base.settings.interpolationSources.isEmpty else {
      return try base.plan(of: base.configuration(), overlays: overlays)
    }
    let key = ConfigurationKey(
      source: base.source.source, root: base.settings.root,
      readableDirectories: base.settings.readableDirectories, limits: base.settings.limits)
    let configuration = try configurations.value(key) { record throws(DiagnosticsError) in
      try base.configuration(recording: record)
    }
    let planKey = PlanKey(
      configuration: key, environment: base.environment, variables: base.variables,
      overlays: overlays, catalog: base.catalog.identity)
    return try plans.value(planKey, madeOf: configuration.record) {
      record throws(DiagnosticsError) in
      try base.plan(of: configuration.value.recording(record), overlays: overlays)
    }.value
  }
}

/// Values that were made of files, each with the record of them.
private final class RecordedValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  struct Recorded: Sendable {
    let value: Value
    let record: FileRecord
    /// The record of another value that this one is made of.
    let origin: FileRecord?

    func isCurrent(madeOf origin: FileRecord?) -> Bool {
      self.origin === origin && record.isCurrent
    }
  }

  /// The place of one value. Its lock is held while the value is made, so that others wait for it.
  private final class Place: Sendable {
    let recorded = Locked<Recorded?>(nil)
  }

  private struct State {
    var places: [Key: (place: Place, lastUse: Int)] = [:]
    var uses = 0
  }

  private let capacity: Int
  private let state = Locked(State())

  init(capacity: Int) { self.capacity = capacity }

  /// Returns the value of a key, made anew if there is none, or if a file has changed since.
  func value(
    _ key: Key, madeOf origin: FileRecord? = nil,
    _ make: (FileRecord) throws(DiagnosticsError) -> Value
  ) throws(DiagnosticsError) -> Recorded {
    let place = place(of: key)
    // The files are compared outside of the lock, by all tests at the same time.
    let known = place.recorded.withLock { $0 }
    if let known, known.isCurrent(madeOf: origin) { return known }
    return try place.recorded.withLock { recorded throws(DiagnosticsError) in
      if let recorded, recorded.record !== known?.record, recorded.isCurrent(madeOf: origin) {
        return recorded
      }
      let record = FileRecord()
      let new = Recorded(value: try make(record), record: record, origin: origin)
      recorded = new
      return new
    }
  }

  private func place(of key: Key) -> Place {
    state.withLock { state in
      state.uses += 1
      if let place = state.places[key]?.place {
        state.places[key]?.lastUse = state.uses
        return place
      }
      if state.places.count >= capacity,
        let oldest = state.places.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.places[oldest.key] = nil
      }
      let place = Place()
      state.places[key] = (place, state.uses)
      return place
    }
  }
}
