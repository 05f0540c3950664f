import PatchbayDiagnostics

extension PlanDraft {
  /// Finds the services that are unreachable from the roots, if the configuration declares `roots`,
  /// and the types that nothing names.
  ///
  /// A service that is eager, starts or runs is used without a request. Without `roots` the program may request every
  /// service. Those that only a disabled entry uses are used: they may be enabled together with others. A faulty
  /// service may hide dependencies: the caller reports nothing as unused if there was an error.
  func addUsage(to usage: inout Usage) {
    for node in nodes {
      if let entry = node.knownEntry, node.definition.factory == nil {
        usage.add(used: .init(.type, entry.name))
      }
    }
    let roots = rootNodes
    let started = nodes.indices.filter { nodes[$0].isEntryPoint || nodes[$0].definition.mayBeEager }
    let faulty = nodes.indices.filter { nodes[$0].isFaulty }
    let paths =
      roots.isEmpty
      ? nil : RequestPaths(nodes, edges, roots: roots + started + usedByDisabled + faulty)
    var comparisons = Self.mostCompared
    lazy var context = UnusedContext(self)
    for (index, node) in nodes.enumerated()
    where !node.isDecorator && node.owner == nil && node.inherited == nil {
      // A request for a decorated key reaches its decorators first.
      guard let paths, !paths.isReached(outermost(of: index)), !paths.isReached(index) else {
        usage.add(used: .init(.service, node.key))
        continue
      }
      comparisons -= 1
      usage.add(
        unused: .init(.service, node.key),
        unusedService(index, context, isCompared: comparisons >= 0)
          .fix("remove it, or add it to `roots` where the program asks for it itself"),
        needing: context.needs[node.key, default: []])
    }
    for entry in disabled where entry.decorates == nil {
      usage.add(used: .init(.service, entry.key))
    }
    for definition in disabledAndInline {
      if let type = definition.type { usage.add(used: .init(.type, type.text)) }
    }
  }

  /// Returns the warning of a service that nothing uses, with what explains it.
  private func unusedService(
    _ index: Int, _ context: UnusedContext, isCompared: Bool
  ) -> Diagnostic {
    let node = nodes[index]
    let meant = isCompared ? keyMeant(by: index) : nil
    let replacement = isCompared ? context.replacement(of: node.key) : nil
    return Diagnostic(
      .unusedService, "nothing reachable from the roots uses `\(node.key)`",
      at: node.definition.place, "not used"
    )
    .asWarning
    .label(replacement, "takes the place of a list that named it")
    .note("the roots are \(definitions.roots.map(\.text).someQuoted())")
    .note(context.uncollected(node.definition.tags))
    .fix(meant.map { .init("did you mean `\($0)`?", replacing: node.definition.place, with: $0) })
    .fix(
      replacement.map { _ in
        .init("write `!append` or `!prepend` there to keep the elements of the lower layers")
      })
  }

  /// The services that disabled entries would use, which may be enabled together with others.
  var usedByDisabled: Set<Int> {
    var (keys, tags, contracts): ([String], Set<String>, Set<TypeName>) = ([], [], [])
    for definition in disabledAndInline {
      if let target = definition.decorates { keys.append(target.text) }
      for argument in definition.arguments + definition.properties {
        _ = argument.value.firstPart { part in
          guard case .service(let service) = part.content else { return false }
          switch service.target {
          case .reference(let key), .optional(let key): keys.append(key.text)
          case .tagged(let tag, _): tags.insert(tag.text)
          case .inline, .inner: break
          }
          return false
        }
      }
      if definition.autowire, let entry = definition.type.flatMap({ catalog.entries[$0.text] }) {
        contracts.formUnion(entry.parameters.map(\.contract))
      }
    }
    let found =
      tags.flatMap { members[$0, default: []].map(\.index) } + contracts.flatMap { offers[$0] }
    return Set(keys.compactMap { target(ofKey: $0) } + found.map { outermost(of: $0) })
  }

  /// The disabled definitions, and the inline services in them.
  private var disabledAndInline: [Definition] {
    var found: [Definition] = []
    var pending = disabledDefinitions.map { definitions.definitions[$0] }
    while let definition = pending.popLast() {
      found.append(definition)
      pending += definition.inlineDefinitions
    }
    return found
  }
}

extension Definition {
  /// Whether it is eager, or a variable decides that.
  var mayBeEager: Bool { eager || unknownFields.contains { $0.path == ["eager"] } }
}

/// What explains why services are not used; it is made only if there are some.
private struct UnusedContext {
  /// The keys that each service needs, its decorators and inline services included.
  let needs: [String: Set<String>]
  /// The tags that a service collects.
  private let collected: Set<String>
  /// The values that took the place of others, with the words of those.
  private let replacements: [(place: SourcePlace, words: Set<String>)]

  init(_ draft: PlanDraft) {
    var needs: [String: Set<String>] = [:]
    var collected: Set<String> = []
    func key(_ node: Int) -> String {
      let owner = draft.owner(of: node)
      return draft.nodes[draft.original(of: owner) ?? owner].key
    }
    for node in draft.nodes.indices {
      for edge in draft.edges(of: node) {
        if case .tagged(let tag) = edge.source { collected.insert(tag) }
        needs[key(node), default: []].insert(key(edge.target))
      }
    }
    (self.needs, self.collected) = (needs, collected)
    replacements = draft.nodes.flatMap(\.definition.arguments).compactMap { argument in
      let provenance = argument.value.provenance
      let spans = provenance.overridden.compactMap(\.place.span)
      guard provenance.winner.place.span != nil, !spans.isEmpty else { return nil }
      let words = spans.flatMap { span in
        String(decoding: span.file.bytes[span.range], as: UTF8.self)
          .split { " ,[]\n\r".contains($0) }.map(String.init)
      }
      return (provenance.winner.place, Set(words))
    }
  }

  /// Returns the place of a value that took the place of one with a reference to a service; nil if there is none.
  func replacement(of key: String) -> SourcePlace? {
    replacements.first { $0.words.contains("!ref") && $0.words.contains(key) }?.place
  }

  /// Returns the note on tags, none of which anything collects; nil if there are none.
  func uncollected(_ tags: [TagUse]) -> String? {
    let names = tags.map(\.name.text)
    guard !names.isEmpty, collected.isDisjoint(with: names) else { return nil }
    return "nothing collects its tag\(names.count == 1 ? "" : "s") \(names.someQuoted())"
  }
}
