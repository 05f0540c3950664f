import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

/// A greeter that knows what it replaces.
final class Spy: Greeter {
  let original: any Greeter
  let name: String
  init(_ original: any Greeter, _ name: String = "spy") {
    self.original = original
    self.name = name
  }
  var greeting: String { "\(name)(\(original.greeting))" }
}

final class Deferred: Sendable {
  let provider: Provider<any Greeter>
  init(_ provider: Provider<any Greeter>) { self.provider = provider }
}

final class Kept: Sendable {
  let lazy: Lazy<any Greeter>
  init(_ lazy: Lazy<any Greeter>) { self.lazy = lazy }
}

extension ServiceKey where Service == any Greeter {
  static var plain: Self { "plain" }
  static var user: Self { "user" }
}

extension FactoryCatalog {
  /// The factories of greeters, and two services that request one later.
  fileprivate static func overridable(_ counter: Counter) -> FactoryCatalog {
    FactoryCatalog("t") {
      FactoryCatalog.family(counter)
      Factory("Deferred", .provider("inner"), make: Deferred.init)
      Factory("Kept", .lazy("inner"), make: Kept.init)
    }
  }
}

extension Container {
  /// Makes a container of greeters.
  static func ofGreeters(
    _ counter: Counter = Counter(),
    forTesting: Bool = false,
    _ build: (inout TestDefinitions) -> Void
  ) throws -> Container {
    Container(
      try definitions(build).plan(FactoryCatalog.overridable(counter)), forTesting: forTesting)
  }

  /// Expects that a greeter greets so.
  func expect(
    _ key: String,
    _ greeting: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do throws(DiagnosticsError) {
      let found = try resolve(key, as: (any Greeter).self).greeting
      #expect(found == greeting, sourceLocation: sourceLocation)
    } catch {
      let text = TerminalRenderer().render(error.diagnostics)
      Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
    }
  }
}
