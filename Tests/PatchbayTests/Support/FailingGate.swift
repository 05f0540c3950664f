import Patchbay
import Testing

/// A service whose factory throws an error, and what messages show of that.
enum FailingGate {
  /// An error whose description is a text as it is.
  struct Verbatim: Error, CustomStringConvertible { let description: String }
  /// An error that Swift describes, with its text as a literal.
  struct Described: Error { let reason: String }
  /// An error that quotes the description of another one.
  struct Wrapped: Error { let cause: String }

  static func catalog(_ error: any Error) -> FactoryCatalog {
    FactoryCatalog("gates") {
      Factory(
        "Gate", .value("text", default: ""), .value("password", default: ""),
        .value("url", default: ""), .value("credentials", default: [String]()),
        .value("options", default: [String: String]())
      ) { (_: String, _: String, _: String, _: [String], _: [String: String]) throws -> Int in
        throw error
      }
      Factory("Starting", .value("text")) { (text: String) in text }
        .property("note", value: String.self) { $0 += $1 }
        .onStart { _ in throw error }
      Factory("Stopping", .value("text")) { (text: String) in text }
        .onStop { _ in throw error }
      Factory("Reader", .resolver) { (_: Resolver) throws -> Int in throw error }
    }
  }

  /// Returns a configuration of one service.
  static func gate(_ arguments: String, _ parameters: String = "{}") -> String {
    "parameters: \(parameters)\nservices: { s: { type: Gate, arguments: { \(arguments) } } }\n"
  }

  /// Returns the message of the failure of a service in a plan.
  static func message(of plan: Plan) throws -> String {
    let failure = try #require(throws: DiagnosticsError.self) {
      try Container(plan).resolve("s", as: Int.self)
    }
    return try #require(failure.diagnostics.first).message
  }

  /// How the message of the failure shows an error.
  static func shown(
    _ error: any Error, _ yaml: String, _ variables: [String: String] = [:]
  ) throws -> String {
    let configuration = try configuration(yaml)
    let container = Container(try configuration.plan(variables: variables, catalog: catalog(error)))
    let failure = try #require(throws: DiagnosticsError.self) {
      try container.resolve("s", as: Int.self)
    }
    // The program that asks gets the error whole.
    #expect("\(try #require(failure.underlying))" == "\(error)")
    return try #require(failure.diagnostics.first).message
      .replacing("the factory of `s` failed: ", with: "")
  }

  static func configuration(_ yaml: String) throws -> ServiceConfiguration {
    try ServiceConfiguration(.bytes(Array(yaml.utf8), name: "Config/services.yaml"))
  }
}
