import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics

/// What a load found in the file system: as long as it is the same, so is the result of the load.
///
/// A path is resolved again and a folder is listed again, also where there was none; of a file, the path, the inode, the
/// size and the times are compared.
struct FileSnapshot: Sendable {
  fileprivate enum Answer: Equatable {
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

  fileprivate let answers: [Answer]

  /// Whether the file system gives the same answers now.
  var isCurrent: Bool { answers.allSatisfy { $0 == $0.now } }

  /// Whether all files were last changed before a time, in seconds since 1970.
  func isUnchanged(since seconds: Int) -> Bool {
    answers.allSatisfy { answer in
      if case .file(_, .success(let status)) = answer {
        status.isUnchanged(since: seconds)
      } else {
        true
      }
    }
  }
}

/// Records what one load finds in the file system.
final class FileRecorder: Sendable {
  // Nil after the load: a plan keeps the reader, and reads further overlays with it.
  private let answers = Locked<[FileSnapshot.Answer]?>([])

  /// Reads files, and records each answer.
  var reader: FileReader {
    let system = FileOperations.system
    var operations = system
    operations.canonicalPath = { [self] path in
      let answer = system.canonicalPath(path)
      add(.path(path, answer.map(ExactText.init)))
      return answer
    }
    operations.entries = { [self] folder in
      let answer = system.entries(folder)
      add(.entries(folder, answer))
      return answer
    }
    operations.open = { [self] path in
      // Before the file is read, so that a change meanwhile is another answer.
      add(.file(path, FileStatus.of(path)))
      return system.open(path)
    }
    return FileReader(operations)
  }

  private func add(_ answer: FileSnapshot.Answer) { answers.withLock { $0?.append(answer) } }

  /// Ends the recording, and returns what was found.
  func finish() -> FileSnapshot {
    answers.withLock { answers in
      defer { answers = nil }
      return FileSnapshot(answers: answers ?? [])
    }
  }
}
