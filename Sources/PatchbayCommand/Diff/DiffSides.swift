import Patchbay
import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics

/// The two sides that a `diff` compares.
struct DiffSides {
  /// What the configuration is compared with.
  private enum Old {
    case environment(String, with: String)
    case revision(String)
    case path(String)
    case model(String)
  }

  private let old: Old

  /// Reads the options.
  init(_ invocation: Invocation) throws(UsageError) {
    let environments = (invocation.value(of: "--from"), invocation.value(of: "--to"))
    let names =
      ["--from", "--since", "--against"].filter { invocation.has($0) }
      + invocation.arguments.map { "the model `\(DisplayText.line($0))`" }
    if names.count > 1 {
      throw UsageError("\(names[0].inCode) and \(names[1].inCode) exclude each other")
    }
    switch environments {
    case (let from?, let to?):
      if invocation.has("--environment") {
        throw UsageError("`--from` and `--environment` exclude each other")
      }
      old = .environment(from, with: to)
    case (_?, nil), (nil, _?):
      throw UsageError(
        "`--from` and `--to` are given together", help: "diff --from staging --to production")
    case (nil, nil):
      if let path = invocation.value(of: "--against") {
        old = .path(path)
      } else if let path = invocation.arguments.first {
        if invocation.has("--environment") {
          throw UsageError("a model has an environment of its own: leave `--environment` out")
        }
        old = .model(path)
      } else {
        old = .revision(invocation.value(of: "--since") ?? "HEAD")
      }
    }
  }

  /// Compares each environment.
  ///
  /// - Throws: `DiagnosticsError` with every error of the new side.
  func comparisons(_ invocation: Invocation) throws -> [DiffComparison] {
    let configuration = try invocation.configuration()
    switch old {
    case .environment(let from, let to):
      for name in [from, to] where !configuration.environments.contains(name) {
        throw UsageError.unknownEnvironment(name, configuration.environments)
      }
      let models = try newModels(of: configuration, [from, to], invocation)
      let difference = WiringDifference(from: models[0], to: models[1])
      return [DiffComparison(name: "\(from) → \(to)", outcome: .compared(difference))]
    case .model(let path):
      let old = try Self.model(at: path)
      if let name = old.environment, !configuration.environments.contains(name) {
        return [DiffComparison(name: name, outcome: .isGone)]
      }
      let new = try newModels(of: configuration, [old.environment], invocation)[0]
      return [
        DiffComparison(
          name: old.environment, outcome: .compared(WiringDifference(from: old, to: new)))
      ]
    case .path(let path):
      let source = ConfigurationSource(
        path: Self.rootFile(path, like: configuration.name), request: .option("--against"))
      var settings = invocation.command.settings
      // That of the other files is another one.
      settings.root = nil
      return try comparisons(
        of: configuration, invocation,
        with: { () throws(DiagnosticsError) in
          try ServiceConfiguration(source, settings: settings)
        })
    case .revision(let revision):
      let source = invocation.source
      guard let path = source.path else {
        throw UsageError(
          "the configuration is a text of the program, which git does not know",
          help: "`--from` and `--to` compare two environments of it")
      }
      let git = try GitRevision(revision, of: path, variables: invocation.variables)
      let comparisons = try comparisons(
        of: configuration, invocation,
        with: { () throws(DiagnosticsError) in
          try ServiceConfiguration(
            source, settings: invocation.command.settings, reader: FileReader(git.operations))
        })
      if let failure = git.failure { throw failure }
      return comparisons
    }
  }

  private func comparisons(
    of configuration: ServiceConfiguration, _ invocation: Invocation,
    with old: () throws(DiagnosticsError) -> ServiceConfiguration
  ) throws -> [DiffComparison] {
    var other: ServiceConfiguration?
    var problem: [String] = []
    do throws(DiagnosticsError) { other = try old() } catch {
      problem = error.diagnostics.map(\.summary)
    }
    let after = configuration.checkedEnvironments
    let before = other?.checkedEnvironments ?? after
    let all = after + before.filter { !after.contains($0) }
    let chosen = try invocation.chosenEnvironments(among: all.compactMap(\.self))
    let names = chosen.isEmpty ? all : chosen
    let models = try newModels(of: configuration, names.filter(after.contains), invocation)
    return zip(names.filter(after.contains), models).map { name, new in
      DiffComparison(name: name, outcome: outcome(name, new, other, before, problem, invocation))
    } + names.filter { !after.contains($0) }.map { DiffComparison(name: $0, outcome: .isGone) }
  }

  private func outcome(
    _ name: String?, _ new: ComparedWiring, _ old: ServiceConfiguration?, _ known: [String?],
    _ problem: [String], _ invocation: Invocation
  ) -> DiffComparison.Outcome {
    guard let old else { return .notCompared(problem) }
    guard known.contains(name) else { return .isNew }
    var collector = DiagnosticCollector()
    guard let model = invocation.model(of: old, name, into: &collector), !collector.hasErrors else {
      return .notCompared(collector.errors.map(\.summary))
    }
    return .compared(WiringDifference(from: ComparedWiring(model), to: new))
  }

  /// Returns the models of environments as the files are now.
  private func newModels(
    of configuration: ServiceConfiguration, _ names: [String?], _ invocation: Invocation
  ) throws(DiagnosticsError) -> [ComparedWiring] {
    let configuration = configuration.keepingFiles
    var collector = DiagnosticCollector()
    let models = names.compactMap { invocation.model(of: configuration, $0, into: &collector) }
    try collector.throwErrors()
    return models.map(ComparedWiring.init)
  }

  private static func model(at path: String) throws(DiagnosticsError) -> ComparedWiring {
    let bytes: [UInt8]
    do throws(ReadFailure) {
      // No model comes near the limit.
      bytes = try FileReader().bytes(ofLinked: path, limit: 1 << 28)
    } catch {
      throw DiagnosticsError(
        Diagnostic(
          error == .absent ? .fileNotFound : .unreadableFile,
          "`\(path)` cannot be read: \(error.description)", at: .file(path)))
    }
    return try ComparedWiring(json: bytes, name: "`\(path)`")
  }

  /// Returns the root file in a folder: that with the name of the program's own.
  private static func rootFile(_ path: String, like name: String) -> String {
    guard case .success = FileOperations.system.entries(path) else { return path }
    return PathText.joined(path, PathText.lastPart(of: name))
  }
}

extension Diagnostic {
  /// The message with its place, on one line.
  fileprivate var summary: String {
    let place = labels.first.map { "\($0.place.displayName): " } ?? ""
    return DisplayText.line("\(place)\(message)")
  }
}

extension String {
  fileprivate var inCode: String { hasPrefix("--") ? "`\(self)`" : self }
}
