public import PatchbayDiagnostics
public import Testing

extension DiagnosticsError: CustomTestStringConvertible {
  /// The rendered diagnostics, with their proposals, which a failed test shows of the error that its body
  /// throws.
  public var testDescription: String { TerminalRenderer().render(diagnostics) }
}
