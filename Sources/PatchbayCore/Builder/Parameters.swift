import PatchbayDiagnostics

/// Sets parameters: values beside the services, which definitions use and a program can read.
///
/// ```swift
/// Parameters(["mail": ["from": "no-reply@example.com"], "http.port": 8080])
/// Define("mailer", "SMTPMailer").argument("from", .parameter("mail.from"))
/// ```
///
/// A name splits at its dots, so that `mail.from` is the entry `from` of `mail`. Their texts are data:
/// `$(…)` in them is not expanded.
public struct Parameters: Module {
  let values: [String: ParameterValue]
  private let location: SwiftLocation

  /// Sets parameters.
  ///
  /// - Parameters:
  ///   - values: the values by their names.
  ///   - fileID: where they are set, for messages.
  ///   - line: where they are set, for messages.
  public init(
    _ values: [String: ParameterValue], fileID: String = #fileID, line: Int = #line
  ) {
    self.values = values
    location = SwiftLocation(fileID: fileID, line: line)
  }

  public var definitions: Definitions { Definitions([.parameters(values, location)]) }
}
