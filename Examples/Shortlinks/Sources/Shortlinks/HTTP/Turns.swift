import Dispatch

/// Lets a number of requests be worked on at once, and refuses those that wait too long for their turn.
///
/// What a request needs may not answer for seconds. The requests behind it would wait for a multiple of that, and
/// those behind them without end.
struct Turns: HTTPApplication {
  private let application: any HTTPApplication
  private let wait: Duration
  private let free: DispatchSemaphore

  init(_ application: any HTTPApplication, atOnce count: Int, wait: Duration) {
    self.application = application
    self.wait = wait
    free = DispatchSemaphore(value: count)
  }

  func respond(to request: HTTPRequest) -> HTTPResponse {
    // Asked above all where the program has too much to do.
    if request.segments.first == "health" { return application.respond(to: request) }
    guard free.wait(timeout: .now() + wait / .seconds(1)) == .success else {
      return .unavailable("there are too many requests, please try again later")
    }
    defer { free.signal() }
    return application.respond(to: request)
  }
}
