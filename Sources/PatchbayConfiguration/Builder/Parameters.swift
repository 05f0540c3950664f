public import PatchbayCore
import PatchbayDiagnostics

/// Parameters: configured values that are no services. Definitions use them, and a program can read
/// them.
///
/// ```swift
/// Parameters(["mail": ["from": "no-reply@example.com"], "http.port": 8080])
/// Define("mailer", "SMTPMailer").argument("from", .parameter("mail.from"))
/// ```
///
/// A name splits at its dots, so `mail.from` is the entry `from` of `mail`. Texts are data: `$(…)`
/// in them is not expanded.
public struct Parameters: Module, SingleStatement {
  let values: [String: ParameterValue]
  private let location: SwiftLocation

  /// Sets parameters.
  ///
  /// - Parameters:
  ///   - values: The values by their names.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  public init(
    _ values: [String: ParameterValue], fileID: String = #fileID, line: Int = #line
  ) {
    self.values = values
    location = SwiftLocation(fileID: fileID, line: line)
  }

  var statement: ProgramStatement { .parameters(values, location) }
}
