package import PatchbayCore

extension FactoryCatalog {
  /// `Hooked` has a `name`, `inputs`, and hooks that receive its name; `Quiet` has `inputs` alone.
  package static func hooked(
    start: @escaping @Sendable (String) async throws -> Void = { _ in },
    stop: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) -> FactoryCatalog {
    FactoryCatalog("t") {
      Factory("Hooked", .value("name"), .services("inputs")) { (name: String, inputs: [Node]) in
        Node(name, inputs)
      }
      .onStart { try await start($0.name) }
      .onStop { try await stop($0.name) }
      Factory("Quiet", .services("inputs")) { (inputs: [Node]) in Node("quiet", inputs) }
    }
  }
}
