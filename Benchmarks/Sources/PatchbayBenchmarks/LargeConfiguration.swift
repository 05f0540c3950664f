import Patchbay

/// A configuration of as many services as wanted, with values, parameters and references, about 200
/// bytes each, and the catalog it is checked against.
struct LargeConfiguration {
  let bytes: [UInt8]
  let services: Int

  init(services: Int) {
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
    bytes = Array(text.utf8)
  }

  /// Loads and checks; the plan has every service.
  func plan() throws -> Plan {
    var settings = LoadSettings()
    settings.limits.fileBytes = bytes.count
    settings.limits.loadBytes = bytes.count
    settings.limits.events = services * 40
    settings.limits.interpolatedBytes = bytes.count
    let configuration = try ServiceConfiguration(
      .bytes(bytes, name: "large.yaml"),
      settings: settings
    )
    let plan = try configuration.plan(for: .workers)
    guard plan.contains("service.number.\(services - 1)") else { throw WrongResult() }
    return plan
  }
}

struct WrongResult: Error {}

final class Worker: Sendable {
  let name: String
  let next: Worker?
  init(name: String, timeout: Duration, size: Int, next: Worker?) {
    self.name = name
    self.next = next
  }
}

extension FactoryCatalog {
  static let workers = FactoryCatalog("workers") {
    Factory(
      "Worker", .value("name"), .value("timeout"), .value("size"), .optional("next"),
      make: Worker.init
    )
  }
}
