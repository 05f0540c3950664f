import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Control-C or `kill`: a wish to end, which nobody has to miss from the moment this is made.
struct Interrupt {
  private let wishes: AsyncStream<Never>
  private let sources: [any DispatchSourceSignal]

  init() {
    let (wishes, continuation) = AsyncStream.makeStream(of: Never.self)
    self.wishes = wishes
    sources = [SIGINT, SIGTERM].map { number in
      // Taken from the system, so that the process goes on and the source below tells of it.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { continuation.finish() }
      source.resume()
      return source
    }
  }

  /// Returns when the program is asked to end.
  func wait() async {
    for await _ in wishes {}
    for source in sources { source.cancel() }
  }
}
