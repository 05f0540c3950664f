import Foundation
import Patchbay
import StubNetwork

/// A server has accepted a request after it was asked to end.
package struct NotRefused: Error {}

/// Runs a program until SIGTERM, which comes while it answers a request; returns the answer.
///
/// The path of the request is `/held`, and it waits at the ``Door`` with the key `door`. The key of the server is `server`.
package func heldAnswer(
  at port: Int, of container: Container,
  running run: @escaping @Sendable (Container) async throws -> Void = { try await $0.run() }
) async throws -> String {
  let door = try container.resolve("door", as: Door.self)
  let started = Gate()
  container.observe(ContainerObserver(started: { if $0.key == "server" { started.open() } }))
  let program = Task { try await run(container) }
  await Network.shared.wait(port: port, isOpen: true)
  // A signal before that cancels the start, and a server that is not ready with it.
  await started.wait()
  let client = Task { try await Network.shared.get("/held", port: port) }
  await door.entered.wait()
  kill(getpid(), SIGTERM)
  await Network.shared.wait(port: port, isOpen: false)
  do {
    _ = try await Network.shared.get("/held", port: port)
    throw NotRefused()
  } catch is Network.Refused {}
  door.left.open()
  let answer = await client.result
  try await program.value
  return try answer.get()
}
