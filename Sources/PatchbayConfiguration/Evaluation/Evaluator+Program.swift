import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

// The values of a program, which have no marks, and whose texts are never expanded.
extension Evaluator {
  /// Reads an argument or a property.
  mutating func argument(_ name: String, _ value: ArgumentValue, at origin: Origin) -> Argument {
    // A faulty argument counts as present, so that missing ones are still reported.
    let faultsBefore = faults
    defer { faults = faultsBefore }
    (subject.name, inlineCount) = (name, 0)
    return Argument(
      name: name, namePlace: origin.place, value: self.value(value, at: origin, under: name))
  }

  /// Reads a value; a text under the name of a credential is secret.
  mutating func value(
    _ value: ArgumentValue, at origin: Origin, under name: String = "", isSecret: Bool = false
  ) -> ConfigurationValue {
    let provenance = Provenance(origin)
    var result = ConfigurationValue(.null, provenance)
    func use(_ target: ServiceUse.Target) -> ConfigurationValue.Content {
      .service(ServiceUse(target, place: origin.place))
    }
    switch value.content {
    case .null: break
    case .text(let text):
      result.content = .scalar(.init(text, isQuoted: true))
      if isSecret { result.disclosure = .secret }
      if value.isLiteral {
        warnOfFileSyntax(in: text, isSecret || SecretNames.isSecret(name), at: origin.place)
      }
    case .secret(let hidden):
      return self.value(hidden, at: origin, under: name, isSecret: true)
    case .parameter(let name):
      result = parameter(name, at: origin.place) ?? ConfigurationValue(.faulty, provenance)
      if isSecret { result = result.concealed }
    case .list(let elements):
      result.content = .list(elements.map { self.value($0, at: origin, isSecret: isSecret) })
    case .map(let entries):
      result.content = .map(
        unique(entries, at: origin.place).map { key, value in
          subject.path.append(key)
          defer { subject.path.removeLast() }
          return .init(
            key: key, keyPlace: origin.place,
            value: self.value(value, at: origin, under: key, isSecret: isSecret))
        })
    case .reference(let key): result.content = use(.reference(Located(key, provenance)))
    case .optional(let key): result.content = use(.optional(Located(key, provenance)))
    case .tagged(let tag, let key):
      requestedTags.insert(tag)
      let key = key.map { Located($0, provenance) }
      let isRight = key.map { isAttribute($0) } ?? true
      result.content = isRight ? use(.tagged(Located(tag, provenance), key: key)) : .faulty
    case .inner: result.content = use(.inner)
    case .inline(let type, let arguments):
      let arguments = unique(arguments, at: origin.place)
      inlineCount += 1
      let (outer, key) = (subject, inlineKey)
      subject = Subject(owner: .service(key), field: EntryField.arguments.name)
      var definition = Definition(
        key: key, provenance: provenance, type: Located(type, provenance))
      definition.arguments = arguments.map { name, value in
        argument(name, isSecret ? .secret(value) : value, at: origin)
      }
      subject = outer
      result.content = use(.inline(definition))
    }
    for part in result.parts { result.disclosure = result.disclosure.joined(with: part.disclosure) }
    if SecretNames.isSecret(name) { keepSecret(&result, name) }
    return result
  }

  /// Warns of a literal that uses a parameter or a service as a file does.
  private mutating func warnOfFileSyntax(in text: String, _ isSecret: Bool, at place: SourcePlace) {
    let (sign, use): (String, String)
    if InterpolationTemplate.holdsReference(text) {
      let name = text.hasPrefix("$(") && text.hasSuffix(")") ? text.dropFirst(2).dropLast() : ""
      let isParameter = !isSecret && Name.isParameter(String(name))
      (sign, use) = ("$(…)", ".parameter(\"\(isParameter ? String(name) : "…")\")")
    } else {
      let words = text.split(separator: " ")
      guard words.count == 2, let method = Self.uses[String(words[0])] else { return }
      (sign, use) = (String(words[0]), ".\(method)(\"\(isSecret ? "…" : String(words[1]))\")")
    }
    report(
      Diagnostic(
        .suspiciousInterpolation, "`\(sign)` is text in Swift", at: place, "not interpreted"
      )
      .asWarning
      .fix("write `\(use)`")
      .fix("if this text is meant, write `.text(\"…\")`, and nothing is reported"))
  }

  /// What a program writes in place of the tags of a file.
  private static let uses = ["!ref": "reference", "!optional": "optional", "!tagged": "tagged"]

  /// Returns entries without those whose keys occur before, which are reported.
  private mutating func unique(
    _ entries: [(key: String, value: ArgumentValue)], at place: SourcePlace
  ) -> [(key: String, value: ArgumentValue)] {
    guard entries.count > 1 else { return entries }
    var keys: Set<String> = []
    return entries.filter { entry in
      if keys.insert(entry.key).inserted { return true }
      report(.givenTwice("the key `\(entry.key)` in `\(subject.inlineKey)`", at: place, place))
      return false
    }
  }
}
