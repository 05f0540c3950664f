/// Thrown by a health check where the service works, but not as well as it should.
struct Degraded: Error, CustomStringConvertible {
  let reason: String

  var description: String { "degraded: \(reason)" }
}
