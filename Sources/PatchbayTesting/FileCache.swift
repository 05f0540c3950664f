import PatchbayConfiguration
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

/// The answers of the file system to a load: while they stay the same, so does what was loaded.
///
/// A path is resolved again and a folder listed again; of a file, the inode, the size and the times are compared.
final class FileAnswers: Sendable {
  private enum Answer: Equatable {
    case path(String, Result<ExactText, SystemError>)
    case entries(String, Result<[FolderEntry], SystemError>)
    case file(String, Result<FileStatus, SystemError>)

    /// The answer to the same question now.
    var now: Answer {
      let system = FileOperations.system
      switch self {
      case .path(let path, _): return .path(path, system.canonicalPath(path).map(ExactText.init))
      case .entries(let folder, _): return .entries(folder, system.entries(folder))
      case .file(let path, _): return .file(path, FileStatus.of(path))
      }
    }
  }

  private let answers = Locked<[Answer]>([])

  /// Those to the load that runs in the task.
  @TaskLocal private static var current: FileAnswers?

  /// Reads files, and adds each answer to those of the load that runs in the task.
  static let reader: FileReader = {
    let system = FileOperations.system
    var operations = system
    operations.canonicalPath = { path in
      let answer = system.canonicalPath(path)
      current?.add(.path(path, answer.map(ExactText.init)))
      return answer
    }
    operations.entries = { folder in
      let answer = system.entries(folder)
      current?.add(.entries(folder, answer))
      return answer
    }
    operations.open = { path in
      // Before the file is read, so that a change meanwhile is another answer.
      current?.add(.file(path, FileStatus.of(path)))
      return system.open(path)
    }
    return FileReader(operations)
  }()

  private func add(_ answer: Answer) { answers.withLock { $0.append(answer) } }

  /// Runs a load that reads files with ``reader``, and returns the answers next to its result.
  static func of<Value>(
    _ load: () throws(DiagnosticsError) -> Value
  ) throws(DiagnosticsError) -> (value: Value, answers: FileAnswers) {
    let answers = FileAnswers()
    // `withValue` does not know which errors an operation throws.
    let result = $current.withValue(answers) {
      Result { () throws(DiagnosticsError) in try load() }
    }
    return (try result.get(), answers)
  }

  /// Whether the file system gives the same answers now.
  var areCurrent: Bool { answers.withLock { $0 }.allSatisfy { $0 == $0.now } }

  /// Whether all files were last changed before a time, in seconds since 1970.
  func areUnchanged(since seconds: Int) -> Bool {
    answers.withLock { $0 }.allSatisfy { answer in
      if case .file(_, .success(let status)) = answer {
        status.isUnchanged(since: seconds)
      } else {
        true
      }
    }
  }
}
