import PatchbayCore
import PatchbayDiagnostics

extension Subcommand {
  /// `why KEY [FROM]`: the shortest chains of dependencies that lead to a service.
  static let why = Subcommand(
    "why",
    summary: "Shows why a service is needed.",
    details: """
      Every shortest chain of dependencies from a root to the service KEY is shown, with the
      parameters and the places that say so; with FROM, from that service. Without `roots` in the
      configuration, the chains begin at the services that no other one needs. A service that is
      eager, starts or runs begins chains, too.
      """,
    arguments: [target, from],
    options: [format],
    exitCodes: [ExitCode.differs: "nothing needs the service"],
    examples: ["why KEY", "why KEY FROM --environment NAME"]
  ) { invocation in
    let index = ModelIndex(try invocation.model())
    let target = try invocation.service(invocation[target], in: index).service
    let from = try invocation[from].map { key throws(UsageError) in
      try invocation.service(key, in: index).service.key
    }
    let answer = WhyAnswer(target.key, from: from, index)
    invocation.output.result(try invocation[format].write(answer, invocation))
    return answer.isEmpty ? ExitCode.differs : ExitCode.success
  }

  private static let target = CommandArgument(.service, summary: "the service that is needed")
  private static let from = CommandArgument(
    optional: .service.named("FROM"),
    summary: "the service that needs it; the roots without it")
  private static let format = CommandOption(formats: [
    Format("text") { (answer: WhyAnswer, invocation) in answer.text(invocation) },
    Format("json", "the chains as lists of dependencies of the model") { answer, _ in answer.json },
  ])
}

/// The chains that lead to a service, by the services at which they begin.
private struct WhyAnswer {
  private let index: ModelIndex
  private let target: String
  private let from: String?
  let chains: [ShortestPaths.Answer]
  /// Whether chains can begin at the service itself.
  private let startsHere: Bool

  init(_ target: String, from: String?, _ index: ModelIndex) {
    (self.index, self.target, self.from) = (index, target, from)
    let starts = from.map { [index.requested($0)] } ?? index.starts
    let paths = ShortestPaths(to: target, index)
    chains = starts.filter { paths.isNeeded(by: $0) }.map { paths.paths(from: $0) }
    startsHere = from == nil && index.isEntryPoint(target)
  }

  var isEmpty: Bool { chains.isEmpty && !startsHere }

  var json: String { index.model.json(of: [.paths(chains.flatMap(\.paths))]) }

  func text(_ invocation: Invocation) -> String {
    guard !isEmpty else { return nothing }
    let presentation = invocation.output.presentation
    var blocks: [String] = []
    if startsHere { blocks.append(TreeBranch().line(line(of: target), in: presentation)) }
    for chain in chains {
      blocks += chain.paths.flatMap { lines($0, presentation) }
      if chain.hasMore { blocks.append("and more from \(shown(chain))") }
    }
    let others = others
    if !others.isEmpty {
      let verb = others.count == 1 ? "needs" : "need"
      blocks.append(
        "\(others.someQuoted()) \(verb) it too: `show` lists all")
    }
    return blocks.joined(separator: "\n")
  }

  /// The services that ask for it and are in no shortest chain.
  private var others: [String] {
    guard from == nil else { return [] }
    let shown = Set(chains.flatMap(\.paths).joined().map(\.from))
    return index.dependents(of: target).map(\.from).uniqued.filter { !shown.contains($0) }
  }

  private func shown(_ chain: ShortestPaths.Answer) -> String {
    "`\(DisplayText.line(chain.paths[0][0].from))`"
  }

  /// Returns a chain: each service below the one that needs it.
  private func lines(
    _ path: [ServiceGraph.Edge], _ presentation: Presentation
  ) -> [String] {
    var branch = TreeBranch()
    var lines = [branch.line(line(of: path[0].from), in: presentation)]
    for edge in path {
      // A chain of thousands would mostly be indentation.
      if branch.depth < 24 { branch = branch.next(isLast: true) }
      lines.append(
        branch.line(
          "\(edge.words) → \(line(of: edge.to))", place: edge.place.displayName, in: presentation))
    }
    return lines
  }

  private func line(of key: String) -> String {
    guard let service = index.node(key)?.service else { return DisplayText.line(key) }
    let notes = (service.isRoot ? ["root"] : []) + service.startNotes
    let suffix = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    return "\(service.shownKey): \(service.shownType)\(suffix)"
  }

  /// The answer if nothing needs the service, with those that do and that no root needs.
  private var nothing: String {
    let key = DisplayText.line(target)
    if let from {
      let start = DisplayText.line(from)
      let isReverse = ShortestPaths(to: from, index).isNeeded(by: index.requested(target))
      return "`\(start)` does not need `\(key)`"
        + (isReverse
          ? "; `\(key)` needs `\(start)`" : "")
    }
    let dependents = (index.incoming[target] ?? []).map(\.from)
    if dependents.isEmpty { return "nothing needs `\(key)`" }
    return "no root needs `\(key)`; \(dependents.someQuoted()) would, which no root needs either"
  }
}

extension ModelIndex {
  /// The services at which the program begins.
  fileprivate var starts: [String] {
    (model.graph.entryPoints + model.nodes.map(\.service.key).filter(isEntryPoint)).uniqued
  }

  /// Whether the program needs a service even if no other one does.
  fileprivate func isEntryPoint(_ key: String) -> Bool {
    node(key).map { $0.isEnabled && ($0.service.isRoot || !$0.service.startNotes.isEmpty) } ?? false
  }

  /// Returns the service that a request for a key is given: the outermost decorator.
  fileprivate func requested(_ key: String) -> String { node(key)?.decorators.last ?? key }
}
