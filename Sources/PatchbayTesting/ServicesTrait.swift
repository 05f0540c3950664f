public import Patchbay
public import Testing

/// Gives a test, or each test of a suite, a container of its own.
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
/// The traits of a test and of the suites around it are put together from the outside to the inside:
/// the innermost `.services` is the base, and the overlays given after it lie over it in their
/// order. Every test case, each of a parameterised test too, loads the configuration for itself and
/// has a container that no other sees, so that tests run in parallel. What is wrong with the
/// configuration fails the test with the rendered diagnostics; its body does not run. The container
/// is started only where the trait says `starting: true`, and always stopped after the body.
///
/// Within the test it is `Container.default` too, so that objects that inject themselves find it.
public struct ServicesTrait: TestTrait, SuiteTrait, TestScoping {
  enum Part: Sendable {
    case base(ServicesBase)
    case overlay(OverlaySource)
  }

  let part: Part
  let sourceLocation: SourceLocation

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let identity = TestIdentity(test)
    // The outermost trait composes for all; the inner ones find its container in place.
    if testCase == nil || Services.scope?.owner == identity { return try await function() }
    try await Self.run(
      function,
      with: test.traits.compactMap { $0 as? ServicesTrait },
      owner: identity,
      sourceLocation: sourceLocation
    )
  }

  /// Runs a test's body with the container that its traits make together; where they make none,
  /// records why and leaves the body out.
  static func run(
    _ body: @Sendable () async throws -> Void,
    with traits: [ServicesTrait],
    owner: TestIdentity?,
    sourceLocation: SourceLocation
  ) async throws {
    guard let recipe = ServicesRecipe(traits) else {
      Issue.record(
        "`.overlay` lies over a base: give the test or its suite `.services(…)` before it",
        sourceLocation: sourceLocation
      )
      return
    }
    let container: Container
    do throws(DiagnosticsError) {
      container = try recipe.container()
    } catch {
      Issue.record(Comment(rawValue: error.description), sourceLocation: recipe.sourceLocation)
      return
    }
    do throws(DiagnosticsError) {
      if recipe.base.isStarted { try await container.start() }
    } catch {
      Issue.record(Comment(rawValue: error.description), sourceLocation: recipe.sourceLocation)
      return
    }
    let scope = Services.Scope(container: container, owner: owner)
    let result = await Result { try await Services.with(scope, body) }
    do throws(DiagnosticsError) {
      try await container.stop()
    } catch {
      Issue.record(Comment(rawValue: error.description), sourceLocation: recipe.sourceLocation)
    }
    try result.get()
  }
}

extension Result where Failure == any Error {
  /// What an operation gave or threw.
  init(_ operation: () async throws -> Success) async {
    do { self = .success(try await operation()) } catch { self = .failure(error) }
  }
}

/// Tells one test from another.
struct TestIdentity: Sendable, Equatable {
  private let id: Test.ID

  init(_ test: Test) { id = test.id }
}

extension Trait where Self == ServicesTrait {
  /// Loads a configuration for each test case.
  ///
  /// - Parameters:
  ///   - path: The root file. A relative path is looked for from the working directory, then from
  ///     the folder of the nearest `Package.swift` above the test's file.
  ///   - environment: `nil` for the base alone.
  ///   - variables: For `$(env:…)`; those of the process are never read.
  ///   - catalog: What the configuration may name.
  ///   - settings: For loading it.
  ///   - starting: Whether the container is started before the test's body.
  ///   - sourceLocation: Where loading problems are shown.
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

  /// Loads a configuration that stands in the test itself, for each test case.
  ///
  /// - Parameters:
  ///   - yaml: The configuration; messages name its Swift line.
  ///   - environment: `nil` for the base alone.
  ///   - variables: For `$(env:…)`; those of the process are never read.
  ///   - catalog: What the configuration may name.
  ///   - settings: For loading it.
  ///   - starting: Whether the container is started before the test's body.
  ///   - sourceLocation: Where loading problems are shown.
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
      source: .text(yaml, sourceLocation.fileID, sourceLocation.line),
      environment: environment,
      variables: variables,
      catalog: catalog,
      settings: settings,
      isStarted: starting
    )
    return Self(part: .base(base), sourceLocation: sourceLocation)
  }

  /// Lays a file over the configuration that `.services` loads.
  ///
  /// - Parameters:
  ///   - path: A relative path is looked for as that of `.services`.
  ///   - sourceLocation: From which file on a relative path is looked for.
  public static func overlay(
    _ path: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    Self(
      part: .overlay(
        .path(path, near: sourceLocation.path, by: ".overlay", at: sourceLocation.swiftLocation)),
      sourceLocation: sourceLocation)
  }

  /// Lays a text over the configuration that `.services` loads.
  ///
  /// - Parameters:
  ///   - yaml: The overlay; messages name its Swift line.
  ///   - sourceLocation: The Swift line that messages name.
  public static func overlay(
    yaml: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    Self(
      part: .overlay(.text(yaml, sourceLocation.fileID, sourceLocation.line)),
      sourceLocation: sourceLocation
    )
  }
}

extension SourceLocation {
  fileprivate var swiftLocation: SwiftLocation { SwiftLocation(fileID: fileID, line: line) }

  /// The full path of the file.
  fileprivate var path: String {
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
  }
}
