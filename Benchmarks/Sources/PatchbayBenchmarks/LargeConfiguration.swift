import Patchbay

/// A configuration of as many services as wanted, with values, parameters and references, about 200
/// bytes each, an overlay that changes one of them, and the catalog it is checked against.
struct LargeConfiguration {
  let bytes: [UInt8]
  let overlay: [UInt8]
  let services: Int

  init(services: Int, environments: Int = 0) {
    self.services = services
    var text = "parameters:\n  region: eu-central-1\n  timeout: 30s\nservices:\n"
    for index in 0..<services {
      text += """
          service.number.\(index):
            type: Worker
            description: the worker that takes part \(index) of the load
            arguments:
              name: worker-\(index)-$(region)
              timeout: $(timeout)
              size: \(index % 100)
              next: \(index == 0 ? "null" : "!ref service.number.\(index - 1)")

        """
    }
    if environments > 0 { text += "environments:\n" }
    for index in 0..<environments {
      text += "  e\(index):\n    parameters: { region: region-\(index) }\n"
    }
    bytes = Array(text.utf8)
    overlay = Array(
      """
      parameters:
        region: us-east-1
      services:
        service.number.1:
          arguments: { size: 7 }
      """.utf8)
  }

  func configuration() throws -> ServiceConfiguration {
    let settings = LoadSettings.benchmarks(bytes: bytes.count + overlay.count, services: services)
    return try ServiceConfiguration(.bytes(bytes, name: "large.yaml"), settings: settings)
  }

  /// Loads, lays the overlay on and checks; the plan has every service.
  func plan() throws -> Plan {
    let plan = try configuration().plan(
      overlays: [.bytes(overlay, name: "overlay.yaml")], catalog: .workers)
    guard plan.contains("service.number.\(services - 1)") else { throw WrongResult() }
    return plan
  }
}

extension LoadSettings {
  /// Limits that a configuration of a size does not reach.
  static func benchmarks(bytes: Int, services: Int) -> LoadSettings {
    var settings = LoadSettings()
    settings.limits.fileBytes = bytes
    settings.limits.loadBytes = bytes + 1_000
    settings.limits.events = services * 40 + 1_000
    settings.limits.expandedParts = max(settings.limits.expandedParts, services * 10)
    return settings
  }
}

final class Worker: Sendable {
  let name: String
  let next: Worker?
  init(name: String, timeout: Duration, size: Int, next: Worker?) {
    self.name = name
    self.next = next
  }
}

extension ServiceKey where Service == Worker {
  static let worker: Self = "service.number.5"
}

@_optimize(none) @inline(never) func use(_ service: Worker) {}

extension FactoryCatalog {
  static let workers = FactoryCatalog("workers") {
    Factory(
      "Worker", .value("name"), .value("timeout"), .value("size"), .optional("next"),
      make: Worker.init
    )
  }
}
