import Synchronization

/// Makes the codes `PREFIX1`, `PREFIX2`, …: known beforehand, and so for tests.
final class SequentialCodeGenerator: CodeGenerator {
  private let prefix: String
  private let last = Mutex(0)

  init(prefix: String) {
    self.prefix = prefix
  }

  func nextCode() -> String {
    prefix
      + last.withLock { last in
        last += 1
        return String(last)
      }
  }
}
