import Patchbay

/// Values that were made of files, each with the record of them.
final class RecordedValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
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
    _ key: Key, madeOf origin: FileRecord? = nil, isKept: (Value) -> Bool = { _ in true },
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
      recorded = isKept(new.value) ? new : nil
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
