public import Patchbay

// Requests without the container; see `ServicesTrait+Mistakes.swift`.

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
