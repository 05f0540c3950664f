public import Patchbay

/// Runs an operation with its own container, which is ``Services/current`` meanwhile: the
/// counterpart of the traits for XCTest and for plain code.
///
/// ```swift
/// import PatchbayTesting
/// import XCTest
///
/// final class SignUpTests: XCTestCase {
///   func testSignUpSendsOneMail() async throws {
///     try await withServices(
///       "Config/services.yaml",
///       environment: "test",
///       overlays: [.inline("services: { mailer: { type: RecordingMailer } }")],
///       catalog: .tests
///     ) {
///       let mailer = try Services.current.resolve("mailer", as: RecordingMailer.self)
///       try Services.current.resolve(.signUp).register("ada@example.com")
///       XCTAssertEqual(mailer.texts, ["welcome!"])
///     }
///   }
/// }
/// ```
///
/// The configuration is loaded for the first call that names the same files and settings, and again
/// when one of the files has changed.
///
/// - Parameters:
///   - path: The root file. A relative path is looked up from the working directory, then from the
///     folder of the nearest `Package.swift` above the calling file.
///   - environment: The environment to select; nil for the base alone.
///   - variables: The variables that `$(env:…)` reads; those of the process are never read.
///   - overlays: The layers above the configuration, low to high; relative paths are looked up in
///     the same way.
///   - catalog: The types that the configuration may name.
///   - settings: The settings of the load.
///   - starting: Whether the container is started before the operation; it is always stopped after
///     it.
///   - filePath: The calling file, from which relative paths are looked up.
///   - operation: The operation to run.
/// - Returns: The result of the operation.
/// - Throws: `DiagnosticsError` with every error of the configuration, or of starting and stopping,
///   or the error of the operation.
nonisolated(nonsending) public func withServices<Result>(
  _ path: String,
  environment: String? = nil,
  variables: [String: String] = [:],
  overlays: [ConfigurationSource] = [],
  catalog: FactoryCatalog,
  settings: LoadSettings = LoadSettings(),
  starting: Bool = false,
  filePath: String = #filePath,
  operation: nonisolated(nonsending) () async throws -> Result
) async throws -> Result {
  let base = ServicesBase(
    source: .path(path, near: filePath, by: "withServices", at: nil),
    environment: environment,
    variables: variables,
    catalog: catalog,
    settings: settings
  )
  let container = try base.container(overlays, near: filePath)
  let scope = Services.Scope(container: container, owner: nil)
  // So that what runs has the services, too.
  if starting { try await Services.with(scope) { _ = try await container.start() } }
  let result: Result
  do {
    defer { container.warnOfOverridesWithoutEffect() }
    result = try await Services.with(scope, operation)
    if starting, let error = container.endError { throw error }
  } catch {
    // The operation's own error is more important than those of the hooks.
    try? await container.stop()
    throw error
  }
  try await container.stop()
  return result
}

/// Runs a synchronous operation with its own container, which is ``Services/current`` meanwhile.
///
/// The parameters are those of the asynchronous form. The container is neither started nor stopped,
/// as both are asynchronous: use the asynchronous form if services have hooks. In an asynchronous
/// context only that form can be called, even if the operation itself is synchronous.
@_disfavoredOverload
@available(*, noasync, message: "write `try await withServices`")
public func withServices<Result>(
  _ path: String,
  environment: String? = nil,
  variables: [String: String] = [:],
  overlays: [ConfigurationSource] = [],
  catalog: FactoryCatalog,
  settings: LoadSettings = LoadSettings(),
  filePath: String = #filePath,
  operation: () throws -> Result
) throws -> Result {
  let base = ServicesBase(
    source: .path(path, near: filePath, by: "withServices", at: nil),
    environment: environment,
    variables: variables,
    catalog: catalog,
    settings: settings
  )
  let container = try base.container(overlays, near: filePath)
  let scope = Services.Scope(container: container, owner: nil)
  defer { container.warnOfOverridesWithoutEffect() }
  return try Services.with(scope, operation)
}

extension ServicesBase {
  /// Creates the container of a call.
  fileprivate func container(
    _ overlays: [ConfigurationSource], near swiftFile: String
  ) throws(DiagnosticsError) -> Container {
    do throws(DiagnosticsError) {
      return try container(overlays: overlays.map { $0.located(near: swiftFile) })
    } catch {
      throw error.explained(for: nil, loadedBy: "withServices")
    }
  }
}

extension ConfigurationSource {
  fileprivate func located(near swiftFile: String) -> Self {
    guard let path else { return self }
    return OverlaySource.path(path, near: swiftFile, by: "withServices", at: nil).source
  }
}
