/// An error that contains all diagnostics of a step, at least one of them an error.
public struct DiagnosticsError: Error, Sendable {
  /// The diagnostics, sorted by place; at least one is an error.
  public let diagnostics: [Diagnostic]
  /// The error that a factory of the program threw; nil otherwise.
  public let underlying: (any Error)?
  /// Whether it comes from a request to a container, and not from a load.
  package var isOfRequest = false

  /// Wraps diagnostics; returns nil if none of them is an error.
  package init?(_ diagnostics: [Diagnostic], underlying: (any Error)? = nil) {
    guard diagnostics.contains(where: { $0.severity == .error }) else { return nil }
    self.diagnostics = diagnostics
    self.underlying = underlying
  }

  /// Wraps a single error.
  package init(_ diagnostic: Diagnostic, underlying: (any Error)? = nil) {
    var diagnostic = diagnostic
    diagnostic.severity = .error
    self.diagnostics = [diagnostic]
    self.underlying = underlying
  }

  /// Returns the error with changed diagnostics, whose severities are the same.
  package func changed(_ diagnostics: [Diagnostic]) -> DiagnosticsError {
    var copy = DiagnosticsError(diagnostics, underlying: underlying) ?? self
    copy.isOfRequest = isOfRequest
    return copy
  }

  /// The codes of the diagnostics, in their order.
  public var codes: [DiagnosticCode] { diagnostics.map(\.code) }
}

extension DiagnosticsError: SafelyMirrored {
  /// The diagnostics, and the type alone of the error of a factory: its texts may contain secrets.
  package var mirrored: KeyValuePairs<String, Any> {
    ["diagnostics": diagnostics, "underlying": underlying.map { "\(type(of: $0))" } ?? "nil"]
  }
}

extension Diagnostic {
  /// Returns the error of a request that contains this diagnostic alone, and the error of a factory
  /// that caused it.
  package func asError(from underlying: (any Error)? = nil) -> DiagnosticsError {
    var error = DiagnosticsError(self, underlying: underlying)
    error.isOfRequest = true
    return error
  }
}
