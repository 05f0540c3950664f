import PatchbayCore
import PatchbayDiagnostics

/// Values that were made of files, each used again while the files are as they were.
final class FileCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The place of one value. Its lock is held while the value is made, so that others wait for it.
  private final class Place: Sendable {
    let known = Locked<(value: Value, answers: FileAnswers)?>(nil)
  }

  private let capacity: Int
  private let places = Locked<[Key: Place]>([:])
  /// The time in seconds since 1970.
  private let now: @Sendable () -> Int

  /// Creates a cache; one that is full forgets all of its values, and begins anew.
  init(capacity: Int, now: @escaping @Sendable () -> Int) {
    (self.capacity, self.now) = (capacity, now)
  }

  /// Returns the value of a key, made anew if there is none, or if a file has changed since.
  ///
  /// A value of files that changed a moment ago is not stored: a file system stores times in steps, the coarsest
  /// in steps of two seconds, and a further change in the same step can leave the size and the times as they are.
  func value(
    _ key: Key, isStored: (Value) -> Bool = { _ in true },
    _ make: () throws(DiagnosticsError) -> Value
  ) throws(DiagnosticsError) -> Value {
    try place(of: key).known.withLock { known throws(DiagnosticsError) in
      if let known, known.answers.areCurrent { return known.value }
      let start = now()
      let new = try FileAnswers.of(make)
      known = new.answers.areUnchanged(since: start - 2) && isStored(new.value) ? new : nil
      return new.value
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
