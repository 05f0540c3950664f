import Foundation
import InMemoryTracing
import IntegrationSupport
import Logging
import Metrics
import Patchbay
import Synchronization
import Testing
import Tracing

extension Recipes {
  @Suite("Logs, metrics and traces")
  struct Observability {
    /// The four rules of the article.
    @Test("loggers are those that the article names")
    func logging() async throws {
      let log = Log.shared
      let container = try Container(
        loading: .inline("services: { users: { type: Users }, importer: { type: Importer } }"),
        variables: [:], catalog: .logging)
      let labels = Journal<String>()
      let started = Gate()
      container.observe(
        ContainerObserver(
          started: { if $0.key == "importer" { started.open() } },
          stopped: { _ in labels.add(Logger.current.label) }))
      // A request is the first that needs the service.
      let users = try await withLogger(Logger(label: "request")) { _ in
        try container.resolve("users", as: Users.self)
      }
      #expect(users.logger.label == "users")
      let importer = try container.resolve("importer", as: Importer.self)
      async let end: Void = run(container)
      await started.wait()
      await importer.began.wait()
      kill(getpid(), SIGTERM)
      try await end
      // A hook and a run begin next to each other.
      #expect(
        Set(log.entries) == [
          Log.Entry(label: "app", text: "imports begin"),
          Log.Entry(label: "importer", text: "importing"),
          Log.Entry(label: "app", text: "stopped importer"),
        ])
      // An observer has no logger of its own, as its thread has none.
      #expect(labels.entries == [""])
    }

    @Test("a run has the logger of no task")
    func runs() async throws {
      _ = Log.shared
      let labels = Journal<String>()
      let container = try Container {
        Provide("worker", as: Door.self) { Door() }
          .onStart { _ in labels.add(Logger.current.label) }
          .onRun { door in
            labels.add(Logger.current.label)
            await door.pass()
          }
      }
      try await withLogger(Logger(label: "app")) { _ in _ = try await container.start() }
      let door = try container.resolve("worker", as: Door.self)
      await door.entered.wait()
      door.left.open()
      try await container.stop()
      #expect(Set(labels.entries) == ["app", ""])
    }

    @Test("an observer records what a start takes")
    func metrics() async throws {
      let recorder = Recorder()
      MetricsSystem.bootstrap(recorder)
      let container = try Container {
        Provide("flaky", as: Attempts.self) { Attempts() }
          .onStart { try $0.fail(times: 1) }
          .retry(attempts: 2, pause: .zero ... .zero)
      }
      container.observe(.metrics)
      try await container.start()
      try await container.stop()
      #expect(recorder.journal.entries == ["count flaky", "time flaky"])
    }

    @Test("a request has a span and a scope")
    func tracing() async throws {
      let tracer = InMemoryTracer()
      InstrumentationSystem.bootstrap(tracer)
      let container = try Container {
        Scopes("request")
        Provide("session", as: Session.self) { Session(user: "ada") }.scope("request")
        Provide("server", .resolver) { TracedServer(resolver: $0) }
      }
      let server = try container.resolve("server", as: TracedServer.self)
      #expect(try await server.answer() == "hello, ada")
      let spans = tracer.finishedSpans
      #expect(spans.map(\.operationName) == ["database", "GET /hello"])
      #expect(spans.first?.parentSpanID == spans.last?.spanID)
    }
  }
}

private struct TracedServer: Sendable {
  let resolver: Resolver

  func answer() async throws -> String {
    try await resolver.withRequest("GET /hello") { scope in
      let session = try scope.resolve("session", as: Session.self)
      return await withSpan("database") { _ in "hello, \(session.user)" }
    }
  }
}

private final class Attempts: Sendable {
  private let count = Mutex(0)

  func fail(times: Int) throws {
    let number = count.withLock { count in
      count += 1
      return count
    }
    if number <= times { throw CancellationError() }
  }
}

private final class Recorder: MetricsFactory {
  private final class Handler: CounterHandler, TimerHandler {
    let name: String
    let journal: Journal<String>

    init(_ dimensions: [(String, String)], _ journal: Journal<String>) {
      name = dimensions.map(\.1).joined()
      self.journal = journal
    }

    func increment(by amount: Int64) { journal.add("count \(name)") }
    func recordNanoseconds(_ duration: Int64) { journal.add("time \(name)") }
  }

  let journal = Journal<String>()

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    Handler(dimensions, journal)
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    Handler(dimensions, journal)
  }
}
