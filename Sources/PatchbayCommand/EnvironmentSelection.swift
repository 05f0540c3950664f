import PatchbayConfiguration
import PatchbayDiagnostics

/// What a command that answers for one environment does if none is selected: by `--environment`, or by the
/// variable `PATCHBAY_ENV` of the process or of an `--env-file`.
///
/// ```swift
/// let command = PatchbayCommand(
///   "app", catalog: .app, configuration: .shipped("Config/services.yaml"), environment: .required)
/// ```
public enum EnvironmentSelection: Sendable {
  /// It answers for the base alone. If the configuration has environments, a line on standard error says so,
  /// unless `--quiet` is given.
  case optional
  /// It reports the environments, and ends with ``ExitCode/wrongUsage``. Without any in the configuration, it
  /// answers for the base.
  case required
  /// It answers for this environment.
  case `default`(String)
}

extension Invocation {
  /// The environment: the value of `--environment`, or else of the variable `PATCHBAY_ENV`, or else the
  /// program's default; nil for the base alone.
  public var environment: String? { selection.name }

  /// The environment, and what names it if that is not an option.
  var selection: (name: String?, source: String) {
    if let name = self[CommonOption.environment] { return (name, "") }
    let name = variables[Self.environmentVariable] ?? ""
    if !name.isEmpty { return (name, ", which PATCHBAY_ENV names") }
    if case .default(let name) = command.environment { return (name, ", the program's default") }
    return (nil, "")
  }

  static let environmentVariable = "PATCHBAY_ENV"

  /// Says that no environment is selected, if the configuration has any.
  ///
  /// - Throws: `DiagnosticsError` if the program needs one.
  func checkSelection(in configuration: ServiceConfiguration) throws(DiagnosticsError) {
    let known = configuration.environments
    guard environment == nil, !known.isEmpty else { return }
    if case .required = command.environment {
      throw DiagnosticsError(
        Diagnostic(.unknownEnvironment, "no environment is selected")
          .fix(known.selectionAdvice))
    }
    if !isQuiet {
      output.problem(
        "note: no environment is selected, and the base alone is used; \(known.selectionAdvice)")
    }
  }
}
