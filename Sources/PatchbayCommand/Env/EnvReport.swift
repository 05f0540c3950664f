import PatchbayCore
import PatchbayDiagnostics

/// What one or several environments read from outside, as all formats of `env` show it.
struct EnvReport {
  typealias Variable = ExternalRequirements.Variable

  /// What one environment reads; without a name, the base.
  struct Environment {
    var name: String?
    var requirements: ExternalRequirements
  }

  /// The program's name.
  let program: String
  let environments: [Environment]

  /// Creates the report of a program. A variable that is secret in one environment is secret in all.
  init(program: String, environments: [Environment]) {
    self.program = program
    let secrets = Set(
      environments.flatMap { $0.requirements.variables.filter(\.isSecret).map(\.name) })
    self.environments = environments.map { environment in
      var environment = environment
      for index in environment.requirements.variables.indices {
        let name = environment.requirements.variables[index].name
        if secrets.contains(name) { environment.requirements.variables[index].isSecret = true }
      }
      return environment
    }
  }

  /// A variable, or a file, that is the same in several environments.
  struct Row<Content> {
    var content: Content
    /// The environments; nil if it is the same in all.
    var environments: [String]?
  }

  /// The variables by name, each with what decides its type before what reads any text; one that differs between
  /// environments has a row for each kind.
  var variables: [Row<Variable>] {
    merged(
      environments.map { ($0.name, $0.requirements.variables) },
      by: {
        [$0.name, "\($0.shownFallback, default: "") \($0.keepsEmpty)", "\($0.isSecret)"]
          + $0.expectations
      },
      name: \.name
    ) { merged, other in
      let known = Set(merged.readers.map(\.text))
      merged.readers += other.readers.filter { !known.contains($0.text) }
    }.map { row in
      var row = row
      let readers = row.content.readers
      row.content.readers =
        readers.filter { !$0.acceptsAnyText } + readers.filter(\.acceptsAnyText)
      return row
    }
  }

  /// The files by path.
  var files: [Row<ExternalRequirements.File>] {
    merged(
      environments.map { ($0.name, $0.requirements.files) }, by: { [$0.path] }, name: \.path
    ) { _, _ in }
  }

  private func merged<Content>(
    _ contents: [(environment: String?, contents: [Content])], by key: (Content) -> [String],
    name: (Content) -> String, joining join: (inout Content, Content) -> Void
  ) -> [Row<Content>] {
    var rows: [(content: Content, environments: [String?])] = []
    var indices: [[String]: Int] = [:]
    for (environment, contents) in contents {
      for content in contents {
        let key = key(content)
        if let index = indices[key] {
          join(&rows[index].content, content)
          rows[index].environments.append(environment)
        } else {
          indices[key] = rows.count
          rows.append((content, [environment]))
        }
      }
    }
    return rows.sortedByBytes { name($0.content) }.map { row in
      let isEverywhere = row.environments.count == environments.count
      return Row(
        content: row.content,
        environments: isEverywhere ? nil : row.environments.compactMap(\.self))
    }
  }

  /// Returns how many variables must be set, for each environment.
  var summary: [String] {
    environments.map { environment in
      let variables = environment.requirements.variables
      let needed = variables.count { $0.fallback == nil }
      let place = environment.name.map { " in \($0)" } ?? ""
      if variables.isEmpty { return "no variable is read\(place)" }
      let all =
        variables.count == 1 ? "\(variables[0].name) has" : "all \(variables.count) have"
      return needed == 0
        ? "no variable must be set\(place): \(all) a default"
        : "\(needed) of \(variables.count.counted("variable")) must be set\(place)"
    }
  }
}

extension EnvReport.Row {
  /// The environments in words, safe to print: ` in test and production`; empty if it is all.
  var environmentSuffix: String {
    guard let environments else { return "" }
    return " in " + environments.map { DisplayText.line($0) }.inWords()
  }
}
