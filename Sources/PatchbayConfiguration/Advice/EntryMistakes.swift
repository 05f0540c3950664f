import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

// The diagnostics of keys and entries.
extension EntryTable {
  private var noun: String { kind == .services ? "service" : "template" }

  func wrongEntry(
    _ key: YAMLNode, _ node: YAMLNode, in section: YAMLNode
  ) -> Diagnostic {
    if case .unknown(let tag) = node.tagKind { return .unknownTag(tag, of: node) }
    guard node.knownTag == .remove else {
      return .wrongKind(node, "the \(noun) `\(key.text)`", mustBe: "a map of fields")
        .fix(
          Self.misplacedField(key.text) ?? fieldBehindKey(key.text, node, in: section)
            ?? entry(of: node, key.text, in: section))
    }
    return Diagnostic(
      .wrongNodeKind, "`!remove` takes no value, found \(node.contentDescription)",
      at: node.wholePlace, "expected nothing after it")
  }

  /// Returns the fix of a service that is a name: that of a type, or of another service.
  private func entry(
    of node: YAMLNode, _ key: String, in section: YAMLNode
  ) -> Diagnostic.FixIt? {
    let isReference = node.knownTag == .ref
    guard node.kind == .scalar, !node.hasTag || isReference, !node.isNothing,
      !node.contentSpan.isRedacted
    else { return nil }
    let text = node.text
    if let field = Self.fieldInText(node) { return field }
    if let argument = argumentBehindKey(key, node) { return argument }
    let name = text.hasPrefix("@") ? String(text.dropFirst()) : text
    guard Name.isKey(name) else { return nil }
    let isKey =
      isReference || name != text || self[name] != nil
      || isAdvised && section[name] != nil
    if kind == .services, isKey {
      return .init(
        "to give the service `\(name)` another key, write an alias",
        replacing: .span(node.span), with: "{ alias: \(name) }")
    }
    return removal(of: key, node)
      ?? .init(
        "write the name of the type in a map", replacing: .span(node.span),
        with: "{ type: \(name) }")
  }

  /// Returns the fix of `pool.arguments.wait: 5s`, as other formats set a part of an entry; nil unless a service is
  /// before a field.
  private func fieldBehindKey(
    _ text: String, _ node: YAMLNode?, in section: YAMLNode?
  ) -> Diagnostic.FixIt? {
    let parts = text.split(separator: ".").map(String.init)
    let first = parts.dropFirst().firstIndex { EntryField.named($0) != nil }
    guard parts.count <= 16, let first else { return nil }
    let key = parts[..<first].joined(separator: ".")
    guard self[key] != nil || isAdvised && section?[key] != nil else { return nil }
    let path = parts[first...].joined(separator: ": { ")
    let ends = String(repeating: " }", count: parts.count - first)
    return .init(
      "a key with dots is the key of another service: to change a part of `\(key)`, write "
        + "`\(key): { \(path): …\(ends)`")
  }

  /// Returns the fix of `pool.size: 5`, as other formats set an argument of a service; nil unless a service is before
  /// the last dot.
  private func argumentBehindKey(_ text: String, _ node: YAMLNode) -> Diagnostic.FixIt? {
    guard let dot = text.lastIndex(of: "."), case let key = String(text[..<dot]), self[key] != nil,
      self[text] == nil
    else { return nil }
    let name = text[text.index(after: dot)...]
    return .init(
      "a key with dots is the key of another service: to change an argument of `\(key)`, write "
        + "`\(key): { arguments: { \(name): \(node.text) } }`")
  }

  private static let adviceToRemove = "to remove it in this layer, write `!remove`"
  private static let adviceToLeaveOut = "leave it out: what is not defined need not be removed"

  /// Returns the fix of `mailer: false` and `mailer: remove`, which are meant as `!remove`; nil for
  /// any other.
  private func removal(of key: String, _ node: YAMLNode) -> Diagnostic.FixIt? {
    guard
      ["false", "off", "no", "disabled", "none", "remove", "removed"]
        .contains(node.text.lowercased())
    else { return nil }
    // An entry with an error is there, too.
    guard let state = self[key]?.state, state != .removed else {
      return .init(Self.adviceToLeaveOut)
    }
    return .init(Self.adviceToRemove, replacing: .span(node.span), with: "!remove")
  }

  /// Returns the fix of `type:Green` and `type = Green`, which are texts to YAML; nil for any other.
  private static func fieldInText(_ node: YAMLNode) -> Diagnostic.FixIt? {
    let text = node.text
    guard !node.isQuoted, let sign = text.firstIndex(where: { ":=".contains($0) }) else {
      return nil
    }
    let name = text[..<sign].trimmed
    let value = text[text.index(after: sign)...].trimmed
    guard let field = EntryField.named(name), !value.isEmpty,
      value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      !value.contains(where: { ":{}[],#\"'".contains($0) })
    else { return nil }
    // Behind a key, a field needs braces.
    let before = node.span.file.bytes[..<node.span.range.lowerBound].reversed()
      .prefix { $0 != 0x0A && $0 != 0x0D }
    let isOnOwnLine = before.allSatisfy { $0 == 0x20 }
    let entry = "\(field.name): \(value)"
    let written = isOnOwnLine ? entry : "{ \(entry) }"
    return .init(
      "a field is its name, a colon and a space: write `\(written)`",
      replacing: .span(node.span), with: written)
  }

  /// Returns the fix of an entry whose key is that of a field or of a section.
  static func misplacedField(_ key: String) -> Diagnostic.FixIt? {
    let section = key.hasPrefix("_") ? String(key.dropFirst()) : key
    return .fieldOfService(key)
      ?? FileField.named(section).map {
        .init("`\($0.name)` is a section of the file: write it at the left edge")
      }
  }

  func wrongKey(_ text: String, _ key: YAMLNode, _ limit: Int) -> Diagnostic {
    guard text.utf8.count <= limit else {
      return Diagnostic(
        .limitExceeded, "a \(noun)'s key is longer than \(limit.grouped) bytes",
        at: key.place, "\(text.utf8.count.grouped) bytes"
      )
      .limit("serviceKeyBytes", limit)
    }
    return .notAKey(text, "a \(noun)", at: key.place).fix(missingSpace(text, key))
  }

  /// Returns the fix for a key such as `pool:{ type`: without a space after it, a colon is part of
  /// a plain text.
  private func missingSpace(_ text: String, _ key: YAMLNode) -> Diagnostic.FixIt? {
    let bytes = Array(text.utf8)
    guard !key.isQuoted, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let span = key.contentSpan
    let end = span.range.lowerBound + colon + 1
    if colon + 1 == bytes.count {
      return .init(
        "one colon ends a key", replacing: .span(SourceSpan(span.file, end - 1..<end)), with: "")
    }
    guard "{[!&*\"'".utf8.contains(bytes[colon + 1]) else { return nil }
    return .init(
      "put a space after the `:` that ends the key",
      replacing: .span(SourceSpan(span.file, end..<end)), with: " ")
  }

  func patchWithoutBase(
    _ key: String, _ patch: Statement, _ stack: LayerStack
  ) -> Diagnostic {
    let subject = stack.isOverlay(patch.layer) ? "this overlay" : "this entry"
    let isRemoved = self[key]?.state == .removed
    // Below the base there are only the files that it imports: most likely, the type was forgotten.
    let isBase = stack.layers[patch.layer].part == 0 && !isRemoved
    let diagnostic = Diagnostic(
      .patchWithoutBase,
      isBase
        ? "the \(noun) `\(key)` has no `type`, and \(Self.undefined(isRemoved))"
        : "\(subject) changes `\(key)`, but \(Self.undefined(isRemoved))",
      at: patch.origin.place, "an entry without `type` changes an existing \(noun)"
    )
    // A service may have the name of a field, and be defined elsewhere.
    if !isRemoved, let fixIt = Self.misplacedField(key),
      stack.others.definitions(ofService: key).isEmpty
    {
      return diagnostic.fix(fixIt)
    }
    if let fixIt = fieldBehindKey(key, nil, in: nil) { return diagnostic.fix(fixIt) }
    if isBase, let type = Self.typeInArguments(of: patch.node) {
      return diagnostic.label(type, "an argument")
        .fix("`type` is a field of the \(noun): write it next to `arguments`, not in it")
    }
    if isBase, isAdvised, kind == .services, let file = stack.file(defining: key) {
      return diagnostic.fix(
        "`\(file)` defines it, and ranks above what it imports: write the change in an environment, or in a "
          + "file that imports it")
    }
    var found = explained(diagnostic, key, stack, nil, Self.adviceToChange)
    // A similar key comes first; an environment that has the same one does not.
    if isBase, found.fixIts.isEmpty || !stack.others.definitions(ofService: key).isEmpty {
      found.fixIts.insert(.init("give it a `type`"), at: 0)
      return found
    }
    return found.fix("to add a new \(noun) instead, give it a `type`")
  }

  /// Returns the place of a `type` that is written within `arguments`; nil if there is none.
  private static func typeInArguments(of entry: YAMLNode) -> SourcePlace? {
    guard entry.kind == .mapping, let arguments = entry[EntryField.arguments.name],
      arguments.kind == .mapping
    else { return nil }
    return arguments.entries.first { EntryField.named($0.key) == .type }?.key.place
  }

  /// Returns the error of a program's change of a service that is not defined.
  func changeWithoutBase(
    _ key: String, at place: SourcePlace, _ stack: LayerStack, _ program: ProgramServices
  ) -> Diagnostic {
    let isRemoved = known(key, program)?.state == .removed
    let diagnostic = Diagnostic(
      .patchWithoutBase, "`\(key)` is changed here, but \(Self.undefined(isRemoved))", at: place,
      "`Change` changes an existing service")
    return explained(diagnostic, key, stack, program, Self.adviceToChange)
      .fix("to add a new service instead, write `Define` or `Provide`")
  }

  private static func undefined(_ isRemoved: Bool) -> String {
    isRemoved ? "a lower layer removed it" : "no lower layer defines it"
  }

  private static func adviceToChange(_ elsewhere: [Elsewhere]) -> String {
    let which =
      elsewhere.count == 1
      ? "the environment `\(elsewhere[0].environment)`" : "those environments"
    return "to change it there, say this for \(which)"
  }

  /// Returns the error of a removal, in a file or in a program, of what is not defined.
  func removeWithoutBase(
    _ key: String, at place: SourcePlace, _ stack: LayerStack, _ program: ProgramServices?
  ) -> Diagnostic {
    let isRemoved = known(key, program)?.state == .removed
    let diagnostic = Diagnostic(
      .removeWithoutBase,
      "`\(key)` is removed here, but \(Self.undefined(isRemoved))\(isRemoved ? " already" : "")",
      at: place, "there is nothing to remove")
    return explained(diagnostic, key, stack, program) { _ in Self.adviceToLeaveOut }
  }

  /// Returns the state of a key in the layers below a program's statement, and the place that decides it.
  private func known(
    _ key: String, _ program: ProgramServices?
  ) -> (state: State, place: SourcePlace)? {
    if let row = program?[key], let state = row.state, let definition = row.definition {
      return (state, definition.origin.place)
    }
    return self[key].map { ($0.state, $0.origin.place) }
  }

  /// Returns the target and the place of a key that is an alias; nil for a service.
  func alias(
    _ key: String, _ program: ProgramServices
  ) -> (target: String, place: SourcePlace)? {
    if let definition = program[key]?.definition {
      guard case .alias(let alias) = definition.statement else { return nil }
      return (alias.target.text, definition.origin.place)
    }
    guard let entry = self[key], entry.form == .alias else { return nil }
    return (entry.definition["alias"]?.text ?? "", entry.origin.place)
  }

  /// Returns a diagnostic with the place where the key was removed, or the environments that define
  /// it, or a similar key.
  private func explained(
    _ diagnostic: Diagnostic, _ key: String, _ stack: LayerStack, _ program: ProgramServices?,
    _ advice: ([Elsewhere]) -> String
  ) -> Diagnostic {
    if let known = known(key, program), known.state == .removed {
      return diagnostic.label(known.place, "removed here")
    }
    // Templates of other environments cannot be used.
    guard isAdvised else { return diagnostic }
    let elsewhere = kind == .services ? stack.others.definitions(ofService: key) : []
    guard elsewhere.isEmpty else {
      return diagnostic.labels(elsewhere.labels("defined")).fix(advice(elsewhere))
    }
    let keys = (definedKeys + (program?.definedKeys ?? []))
      .filter { known($0, program)?.state == .defined }
    // `web.router`, if only it has a part `router`.
    guard let near = nearWords(of: key, among: keys).first else { return diagnostic }
    return diagnostic.label(known(near, program)?.place, "a similar key is defined here")
      .fix(.didYouMean(anyOf: [near], replacing: diagnostic.labels.first?.place.span))
  }

  func patchWithoutEffect(_ key: String, _ patch: Statement) -> Diagnostic {
    Diagnostic(
      .patchWithoutEffect, "this patch of `\(key)` changes nothing", at: patch.origin.place,
      "everything that it sets is set already"
    )
    .asWarning
    .fix(patch.node.isNothing ? .init(Self.adviceToRemove) : nil)
    .fix(
      patch.node.kind == .mapping
        && patch.node.entries.contains { EntryField.named($0.key) == .tags && $0.value.isEmpty }
        ? .init("no tag is added: `tags: !replace []` takes those of the lower layers away") : nil)
  }
}

extension LayerStack {
  /// Returns the name of a file whose body defines a service; nil if there is none.
  fileprivate func file(defining key: String) -> String? {
    files.first { file in
      guard let services = file.outline.body.services?.value, services.kind == .mapping,
        let entry = services[key], entry.kind == .mapping
      else { return false }
      return Statement.form(of: entry) != nil
    }?.name
  }
}

extension Substring {
  var trimmed: String {
    let head = drop { $0 == " " }
    return String(head.reversed().drop { $0 == " " }.reversed())
  }
}
