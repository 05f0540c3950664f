import Foundation
import Patchbay
import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCommand

/// A repository of git in a temporary folder, which no setting of the machine changes.
struct GitRepository {
  let folder: TemporaryFolder
  private let git: Tool

  /// The variables of each call: a fixed person and time, and no configuration but that of the repository.
  static let variables = [
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z", "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.com", "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
  ]

  /// Whether the machine has git; a machine that must have it fails the tests instead.
  static let isThere = Tool("git") != nil || Tool.areDemanded

  init(_ files: [String: String] = [:], links: [String: String] = [:]) throws {
    git = try #require(Tool("git"))
    folder = try TemporaryFolder(files)
    for (name, target) in links { try folder.link(name, to: target) }
    try run("init", "--quiet", "--initial-branch=main")
    try commit()
  }

  /// Runs git in the repository; returns its output without the last line break.
  @discardableResult
  func run(_ arguments: String..., in other: String? = nil) throws -> String {
    let result = try git.run(
      arguments, variables: Self.variables, in: other ?? folder.path)
    try #require(result.code == 0, "git \(arguments): \(result.errors)")
    return String(result.text.dropLast(result.text.hasSuffix("\n") ? 1 : 0))
  }

  /// Commits all that is in the working tree.
  func commit() throws {
    try run("add", "--all")
    try run("commit", "--quiet", "--allow-empty", "--message=x")
  }

  /// The revision of a name, for the configuration in `Config`.
  func revision(
    _ name: String = "HEAD", of path: String? = nil, _ variables: [String: String] = [:]
  ) throws -> GitRevision {
    try GitRevision(
      name, of: path ?? folder.file("Config/services.yaml"),
      variables: Self.variables.merging(variables) { $1 })
  }

  /// The keys of the services that a load finds, or what is wrong; the folder of the repository is `R`.
  func load(
    through operations: FileOperations, _ path: String? = nil, environment: String? = nil,
    settings: LoadSettings = LoadSettings()
  ) -> [String] {
    var collector = DiagnosticCollector()
    var keys: [String] = []
    do {
      let source = ConfigurationSource(path: path ?? folder.file("Config/services.yaml"))
      let configuration = try ServiceConfiguration(
        source, settings: settings, reader: FileReader(operations))
      keys = configuration.definitions(environment: environment, into: &collector)
        .definitions.map(\.key)
    } catch {
      for diagnostic in error.diagnostics { collector.add(diagnostic) }
    }
    return collector.diagnostics.isEmpty
      ? keys : collector.diagnostics.map { $0.message.replacing(folder.path, with: "R") }
  }
}

/// Returns what a closure throws, its help after a line break, with a folder as `R`; nil if it succeeds.
func usageError(_ folder: TemporaryFolder, _ body: () throws -> GitRevision) throws -> String? {
  do {
    _ = try body()
    return nil
  } catch let error as UsageError {
    return [error.message, error.help].compactMap(\.self).joined(separator: "\n")
      .replacing(folder.path, with: "R")
  }
}
