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

  /// Unavailable: one trait names one file.
  @available(
    *, unavailable, message: "an `.overlay` is one file: write a trait for each, in their order"
  )
  @_disfavoredOverload
  public static func overlay(_ first: String, _ others: String...) -> Self { neverCalled() }

  /// Unavailable: one trait names one file.
  @available(
    *, unavailable, message: "an `.overlay` is one file: write a trait for each, in their order"
  )
  @_disfavoredOverload
  public static func overlay(_ paths: [String]) -> Self { neverCalled() }

  /// Unavailable: each overlay is a trait.
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

  /// Unavailable: each overlay is a trait.
  @available(
    *, unavailable,
    message: "write a trait `.overlay(…)` for each overlay, in their order, after `.services`"
  )
  @_disfavoredOverload
  public static func services(
    _ path: String = "", yaml: String = "", environment: String? = nil,
    variables: [String: String] = [:], catalog: FactoryCatalog, overlays: [ConfigurationSource],
    settings: LoadSettings = LoadSettings(), starting: Bool = false
  ) -> Self { neverCalled() }

  /// Unavailable: the label is another.
  @available(*, unavailable, message: "write `starting:` in place of `start:`")
  @_disfavoredOverload
  public static func services(
    _ path: String = "", yaml: String = "", environment: String? = nil,
    variables: [String: String] = [:], catalog: FactoryCatalog,
    settings: LoadSettings = LoadSettings(), start: Bool
  ) -> Self { neverCalled() }

  /// Unavailable: overrides are those of the container.
  @available(
    *, unavailable, message: "override in the body of the test: `try Services.current.override(…)`"
  )
  public static func override<Service>(
    _ key: ServiceKey<Service>, with instance: Service
  ) -> Self { neverCalled() }
}

// Requests without the container.

extension Services {
  /// Unavailable: requests are those of the container.
  @available(
    *, unavailable, message: "ask the container of the test: `Services.current.resolve(…)`"
  )
  public static func resolve<Service>(_ key: ServiceKey<Service>) throws -> Service {
    neverCalled()
  }

  /// Unavailable: requests are those of the container.
  @available(
    *, unavailable, message: "ask the container of the test: `Services.current.resolve(…)`"
  )
  public static func resolve<Service>(_ type: Service.Type) throws -> Service { neverCalled() }

  /// Unavailable: requests are those of the container.
  @available(
    *, unavailable, message: "ask the container of the test: `Services.current.resolve(…)`"
  )
  public static func resolve<Service>(
    _ key: some StringProtocol, as type: Service.Type
  ) throws -> Service { neverCalled() }

  /// Unavailable: overrides are those of the container.
  @available(
    *, unavailable, message: "override in the container of the test: `Services.current.override(…)`"
  )
  public static func override<Service>(
    _ key: ServiceKey<Service>, with instance: Service
  ) throws -> OverrideToken { neverCalled() }
}
