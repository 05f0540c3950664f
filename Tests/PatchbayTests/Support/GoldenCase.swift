import Foundation
import Patchbay
import PatchbayCommand
import PatchbayDiagnostics

@testable import PatchbayCore

/// A folder of `Goldens`: a configuration, what is done with it, and the exact text that comes out.
///
/// `case.txt`, where there is one, says what is done, one step a line: `environment NAME`,
/// `overlay FILE`, `inline YAML`, `variable NAME VALUE`, `without-variables` (checks without any),
/// `check` (all environments, and each overlay over each of them),
/// `catalog CODE` (one of the catalogs whose declarations are wrong), `check-variables FILE` (alone:
/// checks a dotenv file), and of the container `resolve KEY`,
/// `resolve-int KEY` (as an `Int`, which no service provides), `abandon KEY` (asks after it is gone),
/// `resolve-in-test KEY`, `start`, `stop`, `close SCOPE` (asks a scope after it was closed),
/// `child-of-another` (makes a child of it with a plan for the children of another) and
/// `overlay-on-swift FILE` (lays a file over a container that no file wired).
struct GoldenCase: CustomStringConvertible, Sendable {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Goldens")

  /// The folder's name: a diagnostic code, or a code and what is special, as in `yaml-syntax--tab`.
  let name: String

  var description: String { name }
  var code: String { name.components(separatedBy: "--")[0] }
  var folder: URL { parent.appending(path: name) }
  private let parent: URL
  private var expectedFile: URL { folder.appending(path: "expected.txt") }

  init(name: String, in parent: URL = Self.folder) {
    self.name = name
    self.parent = parent
  }

  static let all: [GoldenCase] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { GoldenCase(name: $0) }
  }()

  /// The text that was written down; nil where none was yet.
  var expected: String? { try? String(contentsOf: expectedFile, encoding: .utf8) }

  func write(_ text: String) throws {
    try text.write(to: expectedFile, atomically: true, encoding: .utf8)
  }

  /// Loads, plans, and resolves, and gives what there was to tell.
  func run() async -> (codes: [String], text: String) {
    let (found, reported) = await outcome()
    let text = reported ?? TerminalRenderer().render(found)
    return (
      found.map(\.code.description),
      // A golden must read the same wherever the project lies.
      text.replacing(folder.path, with: "Config")
    )
  }

  /// The diagnostics alone.
  func findings() async -> [Diagnostic] { await outcome().found }

  private func outcome() async -> (found: [Diagnostic], reported: String?) {
    var found: [Diagnostic] = []
    var reported: String?
    do {
      let steps = try Steps(folder)
      if let file = steps.variablesFile { return (try check(file), nil) }
      let configuration = try ServiceConfiguration(
        ConfigurationSource(stringLiteral: folder.appending(path: "services.yaml").path),
        settings: steps.settings
      )
      if steps.checksAll {
        let check = wholeCheck(configuration, overlays: steps.overlays, catalog: steps.catalog)
        return (check.diagnostics, nil)
      }
      if !steps.readsVariables {
        var collector = DiagnosticCollector()
        _ = configuration.check(
          environment: steps.environment, overlays: steps.overlays, catalog: steps.catalog,
          into: &collector)
        return (collector.diagnostics, nil)
      }
      let plan = try configuration.plan(
        environment: steps.environment,
        variables: steps.variables,
        overlays: steps.overlays,
        catalog: steps.catalog
      )
      found = plan.warnings
      try await steps.use(Container(plan))
    } catch let error as DiagnosticsError {
      found += error.diagnostics
    } catch {
      reported = "\(error)"
    }
    return (found, reported)
  }

  /// The diagnostics of a dotenv file, for the variables that `services.yaml` reads as texts.
  private func check(_ file: String) throws -> [Diagnostic] {
    let bytes = Array(try Data(contentsOf: folder.appending(path: "services.yaml")))
    let services = SourceFile(name: folder.appending(path: "services.yaml").path, bytes: bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    var requirements = ExternalRequirements()
    requirements.variables = text.matches(of: /\$\(env:(\w+)(:-.*?)?\)/).map { match in
      let start = text.utf8.distance(from: text.startIndex, to: match.range.lowerBound)
      let span = SourceSpan(services, start..<start + text[match.range].utf8.count)
      return ExternalRequirements.Variable(
        name: String(match.1), fallback: match.2 == nil ? nil : .hidden, isSecret: false,
        readers: [
          .init(
            type: "String", expectation: "a text", subject: "the configuration",
            place: .span(span), accepts: { _ in true })
        ])
    }
    var collector = DiagnosticCollector()
    let variables = DotEnvFile(path: folder.appending(path: file).path, into: &collector)
    variables?.check(against: requirements, into: &collector)
    return collector.errors + collector.warnings
  }
}

/// What `case.txt` says.
private struct Steps {
  var environment: String?
  var variables: [String: String] = [:]
  var readsVariables = true
  var checksAll = false
  var overlays: [ConfigurationSource] = []
  var settings = LoadSettings()
  var catalog = FactoryCatalog.golden
  var variablesFile: String?
  private var requests: [(verb: String, key: String)] = []

  init(_ folder: URL) throws {
    let file = folder.appending(path: "case.txt")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return }
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      let rest = words.count > 1 ? words[1] : ""
      switch words[0] {
      case "environment": environment = rest
      case "overlay":
        overlays.append(ConfigurationSource(stringLiteral: folder.appending(path: rest).path))
      case "inline":
        let yaml = rest.replacing("\\n", with: "\n")
        overlays.append(.inline(yaml, fileID: "SignUpTests/SignUpTests.swift", line: 14))
      case "without-variables": readsVariables = false
      case "check": checksAll = true
      case "variable":
        let pair = rest.split(separator: " ", maxSplits: 1).map(String.init)
        variables[pair[0]] = pair.count > 1 ? pair[1] : ""
      case "catalog":
        guard let faulty = FactoryCatalog.faulty[rest] else {
          throw UnknownStep(line: String(line))
        }
        catalog = faulty
      case "check-variables": variablesFile = rest
      case "overlay-on-swift": requests.append((words[0], folder.appending(path: rest).path))
      case "resolve", "resolve-teacher", "resolve-int", "resolve-in-test", "abandon", "start",
        "run", "stop", "close", "child-of-another":
        requests.append((words[0], rest))
      default: throw UnknownStep(line: String(line))
      }
    }
  }

  /// Asks the container for what the case names.
  func use(_ container: consuming Container) async throws {
    for (verb, key) in requests {
      switch verb {
      case "start": try await container.start()
      case "run": try await container.run()
      case "stop": try await container.stop()
      case "resolve-in-test":
        _ = try Container(container.plan, forTesting: true)[key]
      case "close":
        let scope = try await container.openScope(ScopeName(key))
        try await scope.close()
        _ = try scope.resolve("session", as: Session.self)
      case "child-of-another":
        let other = try Plan(DefinitionSet(), catalog: .golden)
        let plan = try Plan(DefinitionSet(), catalog: .golden, parent: other)
        _ = try Container(plan, parent: copy container)
      case "overlay-on-swift":
        let container = Container(try Plan(DefinitionSet(), catalog: .golden))
        _ = try container.overlaid(by: ConfigurationSource(path: key))
      case "resolve": _ = try container[key]
      case "resolve-teacher":
        _ = try container.resolve(ServiceKey<Teacher>(key), arguments: "Ada", "36")
      case "resolve-int": _ = try container.resolve(key, as: Int.self)
      default:
        let holder = try container.resolve(key, as: Holder.self)
        container = Container(try Plan(DefinitionSet(), catalog: .golden))
        _ = try holder.session()
      }
    }
  }

  struct UnknownStep: Error { var line: String }
}
