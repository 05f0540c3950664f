public import PatchbayCore

// The compiler tries an unavailable overload only where no other one fits, and none of them is ever called.

extension FactoryDeclaring {
  /// Unavailable: hooks are those of the factory.
  @available(
    *, unavailable,
    message: "hooks are those of the factory: write `HTTPServer.factory.onStart { … }`"
  )
  public static func onStart(_ hook: (Product) async throws -> Void) -> Factory<Product> {
    preconditionFailure("an unavailable declaration was called")
  }

  /// Unavailable: hooks are those of the factory.
  @available(
    *, unavailable,
    message: "hooks are those of the factory: write `HTTPServer.factory.onStop { … }`"
  )
  public static func onStop(_ hook: (Product) async throws -> Void) -> Factory<Product> {
    preconditionFailure("an unavailable declaration was called")
  }
}
