import IntegrationSupport
import Logging

/// All that is logged in this process, with the label of its logger.
final class Log: Sendable {
  struct Entry: Sendable, Hashable {
    let label: String
    let text: String
  }

  private struct Handler: LogHandler {
    let label: String
    let log: Log
    var metadata: Logger.Metadata = [:]

    func log(event: LogEvent) {
      log.journal.add(Entry(label: label, text: event.message.description))
    }
  }

  static let shared = {
    let log = Log()
    LoggingSystem.bootstrap { Handler(label: $0, log: log) }
    return log
  }()

  private let journal = Journal<Entry>()

  var entries: [Entry] { journal.entries }
}

struct Users: Sendable {
  let logger: Logger
}

/// Its run logs once, and goes on until it is cancelled.
final class Importer: Sendable {
  let began = Gate()

  func run() async throws {
    Logger.current.info("importing")
    began.open()
    let (stream, _) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
  }
}
