import PatchbayDiagnostics

/// A format of a command's result, one of those that `--format` selects.
protocol OutputFormat: Sendable {
  var name: String { get }
  /// What the help says of it next to its name; may be empty.
  var summary: String { get }
}

/// A format, and how it is written.
struct Format<Content>: OutputFormat {
  let name: String
  let summary: String
  let write: @Sendable (Content, Invocation) throws -> String

  init(
    _ name: String, _ summary: String = "",
    write: @escaping @Sendable (Content, Invocation) throws -> String
  ) {
    (self.name, self.summary, self.write) = (name, summary, write)
  }
}

extension CommandOption where Result: OutputFormat {
  /// Creates `--format`, which selects one of several formats; without it, the first one is written, which every
  /// command also calls `text`.
  init(formats: [Result]) {
    let names = formats.map(\.name)
    let summaries = formats.map { $0.summary.isEmpty ? $0.name : "\($0.name) (\($0.summary))" }
    self.init(
      "--format",
      ValueForm(
        kind: .choice(names + (names[0] == "text" ? [] : ["text"])), name: "FORMAT"),
      summaries.inWords(joinedBy: "or")
    ) { words in
      formats.first { $0.name == words.first } ?? formats[0]
    }
  }
}
