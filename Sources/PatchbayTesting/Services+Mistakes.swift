public import Patchbay
public import Testing

// The compiler tries an unavailable overload only where no other one fits, and none of them is ever called.

/// Stops the program, in the body of a declaration that no program can call.
func neverCalled() -> Never { preconditionFailure("an unavailable declaration was called") }

extension Trait where Self == ServicesTrait {
  /// Unavailable: a text has a label.
  @available(
    *, unavailable,
    message:
      "write a text as `.services(yaml: \"…\", catalog: .app)`, and a file as `.services(\"Config/services.yaml\", catalog: .app)`"
  )
  @_disfavoredOverload
  public static func services(
    _ source: ConfigurationSource, environment: String? = nil, variables: [String: String] = [:],
    catalog: FactoryCatalog, settings: LoadSettings = LoadSettings(), starting: Bool = false
  ) -> Self { neverCalled() }

  /// Unavailable: a text has a label.
  @available(
    *, unavailable,
    message:
      "write a text as `.overlay(yaml: \"…\")`, and a file as `.overlay(\"Tests/Overlays/outage.yaml\")`"
  )
  @_disfavoredOverload
  public static func overlay(_ source: ConfigurationSource) -> Self { neverCalled() }

  /// Unavailable: each overlay is a trait. The order of the labels is that of `withServices`.
  @available(
    *, unavailable,
    message: "write a trait `.overlay(…)` for each overlay, in their order, after `.services`"
  )
  @_disfavoredOverload
  public static func services(
    _ path: String = "", yaml: String = "", environment: String? = nil,
    variables: [String: String] = [:], overlays: [ConfigurationSource], catalog: FactoryCatalog,
    settings: LoadSettings = LoadSettings(), starting: Bool = false
  ) -> Self { neverCalled() }
}
