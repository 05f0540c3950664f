import Dispatch
public import Logging
public import UnixSignals

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

public protocol Service: Sendable {
  func run() async throws
}

public struct ServiceGroupError: Error {
  public let message: String
}

/// Runs services at the same time, and shuts them down one after the other, the last one first.
public actor ServiceGroup: Service {
  private enum State { case initial, running, finished }

  private enum Event: Sendable {
    case requested
    case finished(Int)
    case failed(Int, any Error)
    case nothing
  }

  private let services: [any Service]
  private let signals: [UnixSignal]
  private var state = State.initial
  private let requests: AsyncStream<Never>
  private let request: AsyncStream<Never>.Continuation

  public init(
    services: [any Service],
    gracefulShutdownSignals: [UnixSignal] = [],
    cancellationSignals: [UnixSignal] = [],
    logger: Logger
  ) {
    self.services = services
    signals = gracefulShutdownSignals
    (requests, request) = AsyncStream.makeStream()
  }

  /// Asks all services to end; returns at once. A group that has not run never will.
  public func triggerGracefulShutdown() {
    if state == .initial { state = .finished }
    request.finish()
  }

  public func run() async throws {
    guard state == .initial else { throw ServiceGroupError(message: "it runs, or has run") }
    state = .running
    defer { state = .finished }
    var sources: [any DispatchSourceSignal] = []
    for signal in signals {
      setSignal(signal.rawValue, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: signal.rawValue)
      source.setEventHandler { [request] in request.finish() }
      // A signal that comes before is lost.
      await withCheckedContinuation { continuation in
        source.setRegistrationHandler { continuation.resume() }
        source.resume()
      }
      sources.append(source)
    }
    defer {
      for source in sources { source.cancel() }
      for signal in signals { setSignal(signal.rawValue, SIG_DFL) }
    }
    try await runAll()
  }

  private func runAll() async throws {
    let shutdowns = services.map { _ in GracefulShutdown() }
    var failure: (any Error)?
    await withTaskGroup(of: Event.self) { group in
      for (index, service) in services.enumerated() {
        group.addTask {
          await GracefulShutdown.$current.withValue(shutdowns[index]) {
            do {
              try await service.run()
              return .finished(index)
            } catch {
              return .failed(index, error)
            }
          }
        }
      }
      group.addTask { [requests] in
        for await _ in requests {}
        return Task.isCancelled ? .nothing : .requested
      }
      // The group itself may be a service of another one.
      if GracefulShutdown.current != nil {
        group.addTask {
          do { try await gracefulShutdown() } catch { return .nothing }
          return .requested
        }
      }
      var running = Set(services.indices)
      var ending: Int?
      while !running.isEmpty, let event = await group.next() {
        switch event {
        case .requested:
          if ending == nil { ending = running.max() } else { continue }
          shutdowns[ending!].request()
        case .finished(let index):
          running.remove(index)
          if group.isCancelled { continue }
          if index == ending {
            ending = running.max()
            if let ending { shutdowns[ending].request() }
          } else {
            failure = failure ?? ServiceGroupError(message: "a service ended unexpectedly")
            group.cancelAll()
          }
        case .failed(let index, let error):
          running.remove(index)
          failure = failure ?? error
          group.cancelAll()
        case .nothing: break
        }
      }
      group.cancelAll()
    }
    if let failure { throw failure }
  }
}

private func setSignal(_ number: Int32, _ action: (@convention(c) (Int32) -> Void)?) {
  signal(number, action)
}
