import Patchbay

extension ContainerObserver {
  /// Writes what goes wrong at the start and at the end to the log of the program.
  static let log = ContainerObserver(
    attemptFailed: {
      Console.printError(
        "shortlinks: \($0.key): attempt \($0.number) of \($0.attempts) failed: \($0.error)")
    },
    stopped: {
      guard let error = $0.error else { return }
      Console.printError("shortlinks: \($0.key) did not stop as it should: \(error)")
    }
  )
}
