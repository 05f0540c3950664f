public import Patchbay
import PatchbayDiagnostics
public import Testing

/// A trait that creates a container for a test, or for each test of a suite.
///
/// ```swift
/// @Suite(.services("Config/services.yaml", environment: "test", catalog: .app))
/// struct SignUpTests {
///   @Test(.overlay("Tests/Overlays/mail-outage.yaml"))
///   func survivesAMailOutage() throws {
///     let mailer = try Services.current.resolve(.mailer)
///   }
///
///   @Test(.overlay(yaml: """
///     services:
///       mailer: { type: RecordingMailer }
///     """))
///   func sendsOneMail() throws { … }
/// }
/// ```
///
/// The traits of a test and of the suites around it are combined from the outermost to the
/// innermost: the innermost `.services` is the base, and all overlays are applied to it in their
/// order, also those of a suite to the `.services` of one of its tests. Every test case, including each case of a parameterised test, has its own container, so
/// tests can run in parallel. The configuration is loaded for the first of the tests that name the
/// same files and settings, and again when one of the files has changed. If it has errors, the test
/// fails with the rendered diagnostics, and its body does not run. Warnings about its overlays are
/// issues of the test that do not fail it, and so are overrides without effect, at the line of the
/// override. The container is started only if the trait says `starting: true`, and always stopped
/// after the body.
///
/// Within the test the container is also `Container.default`, where objects that inject themselves
/// find it.
public struct ServicesTrait: TestTrait, SuiteTrait, TestScoping {
  enum Part: Sendable {
    case base(ServicesBase)
    case overlay(OverlaySource)
  }

  let part: Part
  /// Whether it is a `.services`.
  var isBase: Bool {
    if case .base = part { true } else { false }
  }
  let sourceLocation: SourceLocation

  /// Whether the trait applies to the tests of a suite: always true.
  public var isRecursive: Bool { true }

  /// Runs a test with the container that its traits describe together.
  ///
  /// Swift Testing calls it for every test case.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let identity = TestIdentity(test)
    // The outermost trait creates the container for all; the inner ones find it in place.
    if testCase == nil || Services.scope?.owner == identity { return try await function() }
    try await Self.run(
      function,
      with: test.traits.compactMap { $0 as? ServicesTrait },
      owner: identity
    )
  }

  /// Runs a test's body with the container that its traits create together; if they cannot create
  /// one, records the reason and skips the body.
  static func run(
    _ body: @Sendable () async throws -> Void,
    with traits: [ServicesTrait],
    owner: TestIdentity?
  ) async throws {
    let recipe: ServicesRecipe
    do throws(MisplacedOverlay) {
      recipe = try ServicesRecipe(traits)
    } catch {
      Issue.record(Comment(rawValue: error.text), sourceLocation: error.sourceLocation)
      return
    }
    let container: Container
    do throws(DiagnosticsError) {
      container = try recipe.container()
    } catch {
      record(error.explained(for: owner, loadedBy: ".services"), recipe.sourceLocation)
      return
    }
    for warning in recipe.warnings(of: container.plan) {
      warning.record(calledAt: recipe.sourceLocation)
    }
    let scope = Services.Scope(container: container, owner: owner)
    do {
      // So that what runs has the services, too.
      if recipe.base.isStarted {
        try await Services.with(scope) { _ = try await container.start() }
      }
    } catch let error as DiagnosticsError {
      record(error, recipe.sourceLocation)
      return
    }
    let result = await Result { try await Services.with(scope, body) }
    container.warnOfOverridesWithoutEffect(near: recipe.sourceLocation)
    if recipe.base.isStarted, let error = container.endError {
      record(error, recipe.sourceLocation)
    }
    do throws(DiagnosticsError) {
      try await container.stop()
    } catch {
      record(error, recipe.sourceLocation)
    }
    try result.get()
  }

  /// Records the rendered diagnostics of an error, which itself is shown on one line.
  private static func record(_ error: DiagnosticsError, _ sourceLocation: SourceLocation) {
    let text = TerminalRenderer().render(error.diagnostics)
    Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
  }
}

extension Result where Failure == any Error {
  /// Captures the result or the error of an operation.
  init(_ operation: () async throws -> Success) async {
    do { self = .success(try await operation()) } catch { self = .failure(error) }
  }
}

/// The identity of a test.
struct TestIdentity: Sendable, Equatable {
  private let id: Test.ID
  /// Its function, or the text that it is shown as.
  let name: String

  init(_ test: Test) {
    id = test.id
    name = test.displayName ?? test.name
  }
}

extension Trait where Self == ServicesTrait {
  /// Loads a configuration for each test case.
  ///
  /// - Parameters:
  ///   - path: The root file. A relative path is looked up from the working directory, then from
  ///     the folder of the nearest `Package.swift` above the test's file.
  ///   - environment: The environment to select; nil for the base alone.
  ///   - variables: The variables that `$(env:…)` reads; those of the process are never read.
  ///   - catalog: The types that the configuration may name.
  ///   - settings: The settings of the load.
  ///   - starting: Whether the container is started before the test's body.
  ///   - sourceLocation: The place at which errors of the configuration are reported.
  /// - Returns: The trait.
  public static func services(
    _ path: String,
    environment: String? = nil,
    variables: [String: String] = [:],
    catalog: FactoryCatalog,
    settings: LoadSettings = LoadSettings(),
    starting: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    let base = ServicesBase(
      source: .path(
        path, near: sourceLocation.path, by: ".services", at: sourceLocation.swiftLocation),
      environment: environment,
      variables: variables,
      catalog: catalog,
      settings: settings,
      isStarted: starting
    )
    return Self(part: .base(base), sourceLocation: sourceLocation)
  }

  /// Loads a configuration that is written in the test, for each test case.
  ///
  /// - Parameters:
  ///   - yaml: The configuration; diagnostics name its Swift line.
  ///   - environment: The environment to select; nil for the base alone.
  ///   - variables: The variables that `$(env:…)` reads; those of the process are never read.
  ///   - catalog: The types that the configuration may name.
  ///   - settings: The settings of the load.
  ///   - starting: Whether the container is started before the test's body.
  ///   - sourceLocation: The place at which errors of the configuration are reported.
  /// - Returns: The trait.
  public static func services(
    yaml: String,
    environment: String? = nil,
    variables: [String: String] = [:],
    catalog: FactoryCatalog,
    settings: LoadSettings = LoadSettings(),
    starting: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    let base = ServicesBase(
      source: .text(yaml, at: sourceLocation),
      environment: environment,
      variables: variables,
      catalog: catalog,
      settings: settings,
      isStarted: starting
    )
    return Self(part: .base(base), sourceLocation: sourceLocation)
  }

  /// Adds a file as an overlay to the configuration that `.services` loads.
  ///
  /// - Parameters:
  ///   - path: The file; a relative path is looked up like that of `.services`.
  ///   - sourceLocation: The place of the call, from whose file a relative path is looked up.
  /// - Returns: The trait.
  public static func overlay(
    _ path: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    Self(
      part: .overlay(
        .path(path, near: sourceLocation.path, by: ".overlay", at: sourceLocation.swiftLocation)),
      sourceLocation: sourceLocation)
  }

  /// Adds a text as an overlay to the configuration that `.services` loads.
  ///
  /// - Parameters:
  ///   - yaml: The overlay; diagnostics name its Swift line.
  ///   - sourceLocation: The Swift line that diagnostics name.
  /// - Returns: The trait.
  public static func overlay(
    yaml: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    Self(
      part: .overlay(.text(yaml, at: sourceLocation)),
      sourceLocation: sourceLocation
    )
  }
}
