import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// A program's definitions as one layer: statements and sections like those of a file.
struct ProgramLayer {
  private let layer: Int
  private(set) var statements: [Statement] = []
  /// The keys and entries of the statements, in turn: one tree, because each costs several
  /// allocations.
  private var entries = ProgramTree()
  /// The positions among the program's statements of those in the tree. Only numbers: the metadata of an
  /// array of anything else costs a program 11,000 instructions at its start.
  private var added: [Int] = []
  private(set) var parameters: Member?
  private(set) var scopes: [Member] = []
  private(set) var roots: [Member] = []
  private(set) var diagnostics: [Diagnostic] = []
  private var settings: ProgramSettings

  /// Creates the layer with an index.
  init(_ definitions: Definitions, layer: Int) {
    self.layer = layer
    settings = ProgramSettings(of: definitions.statements)
    var values: [(name: String, value: ParameterValue, location: SwiftLocation)] = []
    for (index, statement) in definitions.statements.enumerated() {
      switch statement {
      case .service(let draft): add(draft, index)
      case .alias(let alias): add(alias, index)
      case .removal(let key): remove(key, index)
      case .scopes(let names):
        Self.names(names, "scopes").forEachEntry { scopes.append(Member(key: $0, value: $1)) }
      case .roots(let keys):
        Self.names(keys, "roots").forEachEntry { roots.append(Member(key: $0, value: $1)) }
      case .parameters(let parameters, let location):
        // Sorted, because the order of a dictionary differs from process to process.
        values += parameters.inStableOrder { $0.key < $1.key }.map { ($0.key, $0.value, location) }
      }
    }
    let (tree, positions) = (entries, added)
    statements.reserveCapacity(positions.count)
    tree.forEachEntry { key, node in
      let statement = definitions.statements[positions[statements.count]]
      statements.append(Self.statement(statement, key, node, layer))
    }
    guard let first = values.first else { return }
    var section = ProgramTree()
    section.text("parameters", at: first.location)
    section.map(at: first.location) { tree in
      for (name, value, location) in values {
        tree.text(name, at: location)
        write(ArgumentValue(value), into: &tree, at: location, name)
      }
    }
    section.forEachEntry { parameters = Member(key: $0, value: $1) }
  }

  private static func statement(
    _ statement: ProgramStatement, _ key: YAMLNode, _ node: YAMLNode, _ layer: Int
  ) -> Statement {
    switch statement {
    case .service(let draft):
      Statement(
        role: draft.role, keyNode: key, node: node, layer: layer, factory: draft.factory,
        isFaulty: !draft.diagnostics.isEmpty)
    case .alias: Statement(role: .definition, form: .alias, keyNode: key, node: node, layer: layer)
    case .removal, .scopes, .roots, .parameters:
      Statement(role: .removal, keyNode: key, node: node, layer: layer)
    }
  }

  private mutating func add(_ draft: DefinitionDraft, _ index: Int) {
    guard draft.role != .definition || isFirstDefinition(draft.key, index) else { return }
    diagnostics += draft.diagnostics
    append(draft.key, index) { layer, tree in
      tree.map(at: draft.key.location) { layer.write(draft, index, into: &$0) }
    }
  }

  private mutating func add(_ alias: Alias, _ index: Int) {
    guard case .swift(let location) = alias.provenance.place else { return }
    let key = SwiftName(text: alias.key, location: location)
    guard isFirstDefinition(key, index) else { return }
    append(key, index) { _, tree in
      tree.map(at: location) { tree in
        tree.text("alias", at: location)
        tree.text(alias.target.text, at: location)
        if let advice = alias.deprecated {
          tree.text("deprecated", at: location)
          tree.text(advice.text, at: location)
        }
      }
    }
  }

  private mutating func remove(_ key: SwiftName, _ index: Int) {
    guard isFirstDefinition(key, index) else { return }
    append(key, index) { _, tree in tree.null(tag: "!remove", at: key.location) }
  }

  private mutating func append(
    _ key: SwiftName, _ index: Int, _ body: (inout Self, inout ProgramTree) -> Void
  ) {
    // Moved out, because the closure writes to this layer, too.
    var tree = entries
    entries = ProgramTree()
    tree.text(key.text, at: key.location)
    body(&self, &tree)
    entries = tree
    added.append(index)
  }

  private static func names(_ names: [SwiftName], _ section: String) -> ProgramTree {
    let location = names.first?.location ?? SwiftLocation(fileID: "", line: 0)
    var tree = ProgramTree()
    tree.text(section, at: location)
    tree.list(at: location) { tree in
      for name in names { tree.text(name.text, at: name.location) }
    }
    return tree
  }
}

// The fields and values of an entry.
extension ProgramLayer {
  private mutating func write(
    _ draft: DefinitionDraft, _ index: Int, into tree: inout ProgramTree
  ) {
    let key = draft.key.text
    // Only once, as each key and each decorator has one definition.
    if let type = draft.type {
      tree.text(EntryField.type.name, at: draft.key.location)
      tree.text(type, at: draft.key.location)
    }
    var fields: [DefinitionDraft.Field] = []
    for (position, field) in draft.fields.enumerated()
    where field.field == .after || isFirst(field, position, of: key, index) {
      fields.append(field)
    }
    // One bit for each field, because a set for each definition would be measurable.
    var written = 0
    for first in fields where written & (1 << first.field.rawValue) == 0 {
      written |= 1 << first.field.rawValue
      let parts = fields.lazy.filter { $0.field == first.field }
      tree.text(first.field.name, at: first.location)
      if first.name != nil {
        tree.map(at: first.location) { tree in
          for case let (name?, part) in parts.map({ ($0.name, $0) }) {
            tree.text(name, at: part.location)
            write(part.value, into: &tree, at: part.location, "\(key).\(name)")
          }
        }
      } else if case .list = first.value.content {
        tree.list(at: first.location) { tree in
          for part in parts {
            guard case .list(let elements) = part.value.content else { continue }
            for element in elements { write(element, into: &tree, at: part.location, key) }
          }
        }
      } else {
        write(first.value, into: &tree, at: first.location, key)
      }
    }
  }

  /// Adds a value; `path` names it in messages.
  private mutating func write(
    _ value: ArgumentValue, into tree: inout ProgramTree, at location: SwiftLocation,
    _ path: String, isSecret: Bool = false
  ) {
    let tag = isSecret ? YAMLTag.secret.rawValue : nil
    switch value.content {
    case .null: tree.null(at: location)
    case .text(let text): tree.text(text, tag: tag, at: location)
    case .parameter(let name): tree.parameter(name, tag: tag, at: location)
    case .secret(let hidden):
      write(hidden, into: &tree, at: location, path, isSecret: true)
    case .list(let elements):
      tree.list(at: location) { tree in
        for element in elements {
          write(element, into: &tree, at: location, path, isSecret: isSecret)
        }
      }
    case .map(let entries):
      tree.map(at: location) { write(entries, into: &$0, at: location, path, isSecret: isSecret) }
    case .reference(let key): tree.text(key, tag: YAMLTag.ref.rawValue, at: location)
    case .optional(let key): tree.text(key, tag: YAMLTag.optional.rawValue, at: location)
    case .tagged(let name): tree.text(name, tag: YAMLTag.tagged.rawValue, at: location)
    case .inner: tree.null(tag: YAMLTag.inner.rawValue, at: location)
    case .inline(let type, let arguments):
      tree.map(tag: YAMLTag.inline.rawValue, at: location) { tree in
        tree.text(InlineField.type.name, at: location)
        tree.text(type, at: location)
        tree.text(InlineField.arguments.name, at: location)
        tree.map(at: location) {
          write(arguments, into: &$0, at: location, path, isSecret: isSecret)
        }
      }
    }
  }

  private mutating func write(
    _ entries: [(key: String, value: ArgumentValue)], into tree: inout ProgramTree,
    at location: SwiftLocation, _ path: String, isSecret: Bool
  ) {
    var keys: Set<String> = []
    for (key, value) in entries {
      guard keys.insert(key).inserted else {
        reportDuplicate("the key `\(key)` in `\(path)`", at: location, location)
        continue
      }
      tree.text(key, at: location)
      write(value, into: &tree, at: location, "\(path).\(key)", isSecret: isSecret)
    }
  }
}

// Duplicates.
extension ProgramLayer {
  /// Returns whether this is the layer's first definition or removal of a key, and reports a second
  /// one.
  private mutating func isFirstDefinition(_ key: SwiftName, _ statement: Int) -> Bool {
    guard let first = settings.add(statement) else { return true }
    diagnostics.append(
      Diagnostic(
        .duplicateKey, "`\(key.text)` is defined twice", at: .swift(key.location),
        "defined here again"
      )
      .label(.swift(first), "defined here before"))
    return false
  }

  /// Returns whether the layer sets a field for the first time, and reports a second time.
  private mutating func isFirst(
    _ field: DefinitionDraft.Field, _ position: Int, of key: String, _ statement: Int
  ) -> Bool {
    guard let first = settings.add(statement, field: position) else { return true }
    let subject = ValueMerge.Owner.service(key).description(
      of: [field.field.name] + (field.name.map { [$0] } ?? []))
    reportDuplicate(subject, at: field.location, first)
    return false
  }

  private mutating func reportDuplicate(
    _ subject: String, at location: SwiftLocation, _ first: SwiftLocation
  ) {
    diagnostics.append(
      Diagnostic(
        .duplicateKey, "\(subject) is given twice", at: .swift(location), "given here again"
      )
      .label(.swift(first), "given here before"))
  }
}
