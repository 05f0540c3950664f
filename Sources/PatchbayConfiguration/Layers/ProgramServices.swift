import PatchbayCore
import PatchbayDiagnostics

/// What the layers of a program say of services.
///
/// They lie above all files, so they are applied to the definitions that are read from files, and what a
/// program replaces is never evaluated.
struct ProgramServices: Sendable {
  /// A field that a program sets, and what it overrides.
  struct Setting: Sendable {
    let field: DefinitionDraft.Field
    let origin: Origin
    /// Nearest first.
    var overridden: [Origin] = []
    /// Whether it overrides a secret.
    var isSecret = false

    var provenance: Provenance { Provenance(origin, overridden: overridden) }
  }

  /// The result of all statements about one key.
  struct Row: Sendable {
    let key: String
    /// Whether files have an entry for the key, whose position it keeps.
    let isOfFiles: Bool
    /// Nil if no layer defines the key.
    fileprivate(set) var state: EntryTable.State?
    /// The last definition or removal, and its origin; nil if the program only changes what files define.
    fileprivate(set) var definition: (statement: ProgramStatement, origin: Origin)?
    /// The places of the definitions that it replaced, nearest first.
    fileprivate(set) var overridden: [Origin] = []
    /// What it drops of the definitions in the program that it replaced, nearest first, up to a removal.
    fileprivate(set) var dropped: [DroppedFields.Field] = []
    /// Whether it replaced what files say, too.
    fileprivate(set) var replacesFiles = false
    /// The fields of the last definition and of the changes above it, each once.
    fileprivate(set) var settings: [Setting] = []

    /// Replaces everything below it.
    fileprivate mutating func define(
      _ statement: ProgramStatement, _ origin: Origin, over files: EntryTable
    ) {
      if let definition {
        if state == .defined { overridden.insert(definition.origin, at: 0) }
      } else if isOfFiles, let entry = files[key] {
        overridden = [entry.provenance.winner] + entry.provenance.overridden
        replacesFiles = true
      }
      dropped = settings.reversed().compactMap(\.dropped) + dropped
      (definition, settings) = ((statement, origin), [])
      state = .defined
      if case .removal = statement {
        (state, dropped, replacesFiles) = (.removed, [], false)
      }
    }
  }

  private(set) var rows: [Row] = []
  /// What is wrong with the statements.
  var diagnostics: [Diagnostic] = []
  private var index = TextIndex()
  /// The number of decorators for each key that several of them have.
  private var decorators: [String: Int] = [:]

  subscript(key: String) -> Row? { position(of: key).map { rows[$0] } }

  private func position(of key: String) -> Int? {
    rows.isEmpty ? nil : index.position(of: TextHash.hash(key)) { rows[$0].key == key }
  }

  /// The keys that it defines, in their order.
  var definedKeys: [String] {
    rows.filter { $0.state == .defined && $0.definition != nil }.map(\.key)
  }

  /// Adds a statement about a service; its layer is the highest so far.
  mutating func add(
    _ statement: ProgramStatement, layer: Int, over files: EntryTable, _ stack: LayerStack
  ) {
    guard let (key, place, draft) = statement.service else { return }
    WorkMeter.count(1)
    let origin = Origin(place: place, layer: layer)
    let isDecorator = draft?.isDecorator ?? false
    let row = row(of: key, isDecorator: isDecorator, files)
    let state = rows[row].state
    guard isDecorator || Name.isKey(key) else {
      rows[row].state = .faulty
      return diagnostics.append(.notAKey(key, "a service", at: place))
    }
    if let draft, draft.type == nil {
      guard state == .defined else {
        if state != .faulty {
          diagnostics.append(files.changeWithoutBase(key, at: place, stack, self))
        }
        rows[row].state = .faulty
        return
      }
      if let alias = files.alias(key, self) {
        return diagnostics.append(.changeOfAlias(key, at: place, alias))
      }
      if draft.fields.isEmpty { diagnostics.append(.changeWithoutEffect(key, at: place)) }
    } else {
      if let first = rows[row].definition?.origin, first.layer == layer {
        return diagnostics.append(
          Diagnostic(
            .duplicateKey, "`\(key)` is defined twice", at: place, "defined here again"
          )
          .label(first.place, "defined here before"))
      }
      if case .removal = statement, state == nil || state == .removed {
        return diagnostics.append(files.removeWithoutBase(key, at: place, stack, self))
      }
      if let change = rows[row].settings.first(where: { $0.origin.layer == layer }) {
        diagnostics.append(.changeBeforeDefinition(key, at: change.origin.place, place))
      }
      rows[row].define(statement, origin, over: files)
    }
    if let draft { set(draft, layer, row) }
  }

  /// Returns the position of the row for a key, which is added if there is none; each decorator gets a key of
  /// its own.
  private mutating func row(of name: String, isDecorator: Bool, _ files: EntryTable) -> Int {
    var key = name
    if isDecorator {
      while position(of: key) != nil || files[key] != nil {
        WorkMeter.count(1)
        decorators[name, default: 1] += 1
        key = "\(name)-\(decorators[name, default: 1])"
      }
    } else if let position = position(of: key) {
      return position
    }
    let state = files[key]?.state
    index.insert(rows.count, hash: TextHash.hash(key))
    rows.append(
      Row(
        key: key, isOfFiles: state != nil,
        state: state ?? (files.faultyKeys.contains(key) ? .faulty : nil)))
    return rows.count - 1
  }

  /// Sets the fields of a definition or a change; a layer can set each once.
  private mutating func set(_ draft: DefinitionDraft, _ layer: Int, _ row: Int) {
    diagnostics += draft.diagnostics
    for field in draft.fields {
      var setting = Setting(
        field: field, origin: Origin(place: .swift(field.location), layer: layer))
      guard field.field != .after,
        let known = rows[row].settings.firstIndex(where: { $0.field.isSame(as: field) })
      else {
        rows[row].settings.append(setting)
        continue
      }
      let lower = rows[row].settings[known]
      if lower.origin.layer == layer {
        let subject = ValueMerge.Owner.service(draft.key.text).description(
          of: [field.field.name] + (field.name.map { [$0] } ?? []))
        diagnostics.append(.givenTwice(subject, at: setting.origin.place, lower.origin.place))
        continue
      }
      setting.overridden = [lower.origin] + lower.overridden
      setting.isSecret = lower.isSecret || lower.field.isSecret
      rows[row].settings[known] = setting
    }
  }
}

extension ProgramServices.Setting {
  /// What is lost where another definition replaces its own; nil if it is the default, or of another field.
  fileprivate var dropped: DroppedFields.Field? {
    guard EntryField.droppable.contains(field.field) else { return nil }
    var text = field.name ?? ""
    if case .other(let set) = field.content {
      var definition = Definition(key: "", provenance: provenance)
      set(&definition, provenance)
      if field.field == .eager, !definition.eager { return nil }
      text = definition.scope?.text ?? ""
    }
    return (field.field.name, text, origin.place)
  }
}

extension Diagnostic {
  /// Returns the error of a text that cannot be a key.
  static func notAKey(_ text: String, _ noun: String, at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      .wrongNodeKind, "`\(text)` cannot be the key of \(noun)", at: place,
      "expected letters, digits, `_`, `.` and `-`")
  }

  /// Returns the error of a name that a program gives two values.
  static func givenTwice(
    _ subject: String, at place: SourcePlace, _ first: SourcePlace
  ) -> Diagnostic {
    Diagnostic(.duplicateKey, "\(subject) is given twice", at: place, "given here again")
      .label(first, "given here before")
  }

  fileprivate static func changeOfAlias(
    _ key: String, at place: SourcePlace, _ alias: (target: String, place: SourcePlace)
  ) -> Diagnostic {
    Diagnostic(
      .patchWithoutBase, "`\(key)` is changed here, but it is an alias of `\(alias.target)`",
      at: place, "`Change` changes an existing service"
    )
    .label(alias.place, "defined as an alias here")
    .fix("change `\(alias.target)`, or write a new `Alias`")
  }

  /// Returns the warning of a change that a definition of the same layer replaces.
  fileprivate static func changeBeforeDefinition(
    _ key: String, at place: SourcePlace, _ definition: SourcePlace
  ) -> Diagnostic {
    Diagnostic(
      .patchWithoutEffect, "this changes nothing of `\(key)`, which is redefined after it",
      at: place, "replaced"
    )
    .asWarning.label(definition, "defined here")
    .fix("write it after the definition, or into it")
  }

  fileprivate static func changeWithoutEffect(_ key: String, at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      .patchWithoutEffect, "this changes nothing of `\(key)`", at: place, "says nothing"
    ).asWarning
  }
}
