import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics

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
