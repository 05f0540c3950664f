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
  }

  private let old: Old

  /// Reads the options.
  init(_ invocation: Invocation) throws(UsageError) {
    switch (invocation[DiffOption.from], invocation[DiffOption.to]) {
    case (let from?, let to?):
      if from == to {
        throw UsageError(
          "`--from` and `--to` are the same environment, `\(DisplayText.line(from))`")
      }
      old = .environment(from, with: to)
    case (_?, nil): throw UsageError("`--from` needs `--to`")
    case (nil, _?): throw UsageError("`--to` needs `--from`")
    case (nil, nil):
      if let path = invocation[DiffOption.against] {
        old = .path(path)
      } else {
        old = .revision(invocation[DiffOption.since] ?? "HEAD")
      }
    }
  }

  /// Compares each environment; returns what the files are compared with, too, if that is not one of theirs.
  ///
  /// - Throws: `DiagnosticsError` with every error of the new side; `UsageError` if there is nothing to compare with.
  func comparisons(_ invocation: Invocation) throws -> (with: String?, [DiffComparison]) {
    let configuration = try invocation.configuration()
    switch old {
    case .environment(let from, let to):
      for name in [from, to] { try configuration.checkEnvironment(name) }
      let models = try newModels(of: configuration, [from, to], invocation)
      let difference = WiringDifference(from: models[0], to: models[1])
      return (nil, [DiffComparison(name: "\(from) → \(to)", outcome: .compared(difference))])
    case .path(let path):
      let file = try Self.rootFile(path, like: configuration.name)
      var settings = invocation.command.settings
      // That of the other files is another one.
      settings.root = nil
      let comparisons = try comparisons(
        of: configuration, invocation,
        with: OldSide(name: file) { () throws(DiagnosticsError) in
          try ServiceConfiguration(
            ConfigurationSource(path: file, request: .option("--against")), settings: settings)
        })
      return (file, comparisons)
    case .revision(let revision):
      let source = invocation.source
      guard let path = source.path else {
        throw UsageError("the configuration is a text of the program, which git does not know")
      }
      let git = try GitRevision(revision, of: path, variables: invocation.variables)
      let comparisons = try comparisons(
        of: configuration, invocation,
        with: OldSide(name: git.name) { () throws(DiagnosticsError) in
          try ServiceConfiguration(
            source, settings: invocation.command.settings, reader: FileReader(git.operations))
        })
      if let failure = git.failure { throw failure }
      return (git.name, comparisons)
    }
  }

  /// What each environment is compared with.
  private struct OldSide {
    /// As texts name it: `HEAD (3f2a1b9)`, `../old/services.yaml`.
    let name: String
    let read: () throws(DiagnosticsError) -> ServiceConfiguration
  }

  private func comparisons(
    of configuration: ServiceConfiguration, _ invocation: Invocation, with old: OldSide
  ) throws -> [DiffComparison] {
    var after = configuration.checkedEnvironments
    let other: ServiceConfiguration
    do throws(DiagnosticsError) {
      other = try old.read()
    } catch {
      // A root file that is not there is no mistake in it.
      let isNew = error.isOfRoot
      if isNew, !invocation.isQuiet {
        invocation.output.problem(
          "note: \(DisplayText.line("\(old.name) has no `\(configuration.name)`")); if it was moved, use `--against`"
        )
      }
      let outcome: DiffComparison.Outcome =
        isNew ? .isNew : .notCompared(with: old.name, error.diagnostics.map(\.summary))
      let chosen = try invocation.chosenEnvironments(
        DiffOption.environments, of: configuration)
      return (chosen.isEmpty ? after : chosen).map { DiffComparison(name: $0, outcome: outcome) }
    }
    // The base alone is checked where there is no environment: the first one takes its place.
    let isAlone = other.environments.isEmpty != configuration.environments.isEmpty
    let before = isAlone ? other.environments : other.checkedEnvironments
    if isAlone { after = configuration.environments }
    // An overlay has none, and is taken for a root file.
    if isAlone, before.isEmpty, !invocation.isQuiet {
      invocation.output.problem("note: `\(DisplayText.line(old.name))` has no environments")
    }
    let all = after + before.filter { !after.contains($0) }
    let chosen = try invocation.chosenEnvironments(
      DiffOption.environments, of: configuration, or: other.environments)
    let names = chosen.isEmpty ? all : chosen
    let models = try newModels(of: configuration, names.filter(after.contains), invocation)
    let compared = zip(names.filter(after.contains), models).map { name, new in
      guard before.contains(name) else { return DiffComparison(name: name, outcome: .isNew) }
      var collector = DiagnosticCollector()
      let model = invocation.model(of: other, name, into: &collector)
      guard let model, !collector.hasErrors else {
        return DiffComparison(
          name: name, outcome: .notCompared(with: old.name, collector.errors.map(\.summary)))
      }
      let difference = WiringDifference(from: ComparedWiring(model), to: new)
      return DiffComparison(name: name, outcome: .compared(difference))
    }
    return compared
      + names.filter { !after.contains($0) }.map { DiffComparison(name: $0, outcome: .isGone) }
  }

  /// Returns the models of environments as the files are now.
  private func newModels(
    of configuration: ServiceConfiguration, _ names: [String?], _ invocation: Invocation
  ) throws(DiagnosticsError) -> [ComparedWiring] {
    let configuration = configuration.keepingFiles
    // A mistake that several environments share is reported once, as by `check`.
    var check = CombinedCheck(CombinationGrid(environments: names))
    let models = names.enumerated().compactMap { index, name in
      var collector = DiagnosticCollector()
      let model = invocation.model(of: configuration, name, into: &collector)
      for error in collector.errors { check.add(error, index) }
      return model
    }
    if let error = DiagnosticsError(check.diagnostics) { throw error }
    return models.map(ComparedWiring.init)
  }

  /// Returns the path of a root file, or of that in a folder with the name of the program's own.
  private static func rootFile(_ path: String, like name: String) throws(UsageError) -> String {
    var file = path
    if case .success = FileOperations.system.entries(path) {
      file = PathText.joined(path, PathText.lastPart(of: name))
    }
    guard case .success = FileStatus.of(file) else {
      throw UsageError("there is no file `\(DisplayText.line(file))`")
    }
    return file
  }
}

extension DiagnosticsError {
  /// Whether the root file is not there: an imported one that is missing has a place in the file that imports it.
  fileprivate var isOfRoot: Bool {
    guard codes == [.fileNotFound], case .file? = diagnostics.first?.labels.first?.place else {
      return false
    }
    return true
  }
}

extension Diagnostic {
  /// The message with its place, on one line; that of a whole file is left out where the message names it.
  fileprivate var summary: String {
    let place = labels.first?.place
    let name = place?.displayName ?? ""
    if place?.span == nil, message.contains(text: name) { return DisplayText.line(message) }
    return DisplayText.line("\(name): \(message)")
  }
}
