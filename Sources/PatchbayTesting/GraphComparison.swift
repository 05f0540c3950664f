import PatchbayCore
import PatchbayDiagnostics

/// What differs between two models in JSON, as far as a program can observe it.
///
/// `WiringModel.json` has a line for each service, dependency, factory, tag and parameter, such as
/// `  {"key": "mailer", "type": "SMTPMailer", …},`. These are compared as texts, without what only persons read.
struct GraphComparison {
  /// One line for each changed key, sorted; none if another program has formatted the committed text, so that its
  /// lines say nothing.
  let changes: [String]

  /// What the elements of a section are, by its name.
  private static let kinds: [Substring: String] = [
    "services": "service", "edges": "dependencies of", "catalog": "factory", "tags": "tag",
    "parameters": "parameter",
  ]

  /// Compares the committed model with the current one.
  init(committed: String, current: String) {
    guard committed.split(whereSeparator: \.isNewline).contains(where: { $0.hasPrefix("  {") })
    else {
      changes = []
      return
    }
    let (old, new) = (Self.elements(of: committed), Self.elements(of: current))
    let labels = Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }
    changes = labels.map { label in
      guard let old = old[label] else { return "+ \(label)" }
      guard let new = new[label] else { return "- \(label)" }
      let differences = Self.differences(between: old[...], and: new[...], at: [])
      return "~ \(label): \(differences.joined(separator: "; "))"
    }
  }

  /// Returns the observed texts by what they are about, such as a service and its key.
  private static func elements(of json: String) -> [String: String] {
    var elements: [String: [String]] = [:]
    var kind: String?
    for line in json.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("  {") {
        let parts = JSONPart.parts(of: line.dropFirst(2))
        // What is disabled cannot be observed.
        guard let kind, let key = parts.first,
          !parts.contains(where: { $0.name == "enabled" && $0.value == "false" })
        else { continue }
        elements["\(kind) `\(key.text)`", default: []].append(observed(parts.dropFirst()))
      } else {
        // ` "services": [`, the end of a section, or a member that is none.
        let name = line.split(separator: "\"").dropFirst().first ?? ""
        kind = kinds[name]
        if name == "scopes" { elements["scopes"] = [observed(line.drop { $0 != "[" })] }
      }
    }
    // Only the dependencies of a service are several.
    return elements.mapValues { $0.count == 1 ? $0[0] : "[\($0.joined(separator: ", "))]" }
  }

  /// Returns a value without the members that only persons read, at all levels.
  private static func observed(_ value: Substring) -> String {
    let parts = JSONPart.parts(of: value)
    switch value.first {
    case "{": return observed(parts[...])
    case "[": return "[\(parts.map { observed($0.value) }.joined(separator: ", "))]"
    default: return String(value)
    }
  }

  private static func observed(_ members: ArraySlice<JSONPart>) -> String {
    let texts = members.filter { !WiringModel.unobserved.contains(String($0.name)) }
      .map { "\"\($0.name)\": \(observed($0.value))" }
    return "{\(texts.joined(separator: ", "))}"
  }

  /// Says where two values differ: in which of their parts, if these have names.
  private static func differences(
    between old: Substring, and new: Substring, at path: [String]
  ) -> [String] {
    guard let before = JSONPart.named(in: old), let after = JSONPart.named(in: new) else {
      return [difference(old, new, at: path)]
    }
    return Set(before.keys).union(after.keys).sorted().flatMap { name -> [String] in
      let (old, new) = (before[name], after[name])
      guard old != new else { return [] }
      guard let old, let new else { return [difference(old, new, at: path + [name])] }
      return differences(between: old, and: new, at: path + [name])
    }
  }

  /// Returns both values, if they are short.
  private static func difference(_ old: Substring?, _ new: Substring?, at path: [String]) -> String
  {
    let name = path.isEmpty ? "" : "`\(path.joined(separator: "."))` "
    let values = (new: new ?? "not there", old: old ?? "not there")
    guard max(values.new.utf8.count, values.old.utf8.count) <= 100 else { return name + "changed" }
    return name + "is \(values.new), was \(values.old)"
  }
}

/// A member of an object, or an element of an array, as `JSONText` writes it.
private struct JSONPart {
  /// The name of the member; of an element that is an object, the text of its first member.
  let name: Substring
  let value: Substring

  /// The content of a text, as it is escaped; any other value as it is written.
  var text: Substring { value.first == "\"" ? value.dropFirst().dropLast() : value }

  /// Returns the parts of a value by their names; nil if it is none of named parts.
  static func named(in value: Substring) -> [String: Substring]? {
    let parts = parts(of: value)
    guard !parts.isEmpty, parts.allSatisfy({ !$0.name.isEmpty }) else { return nil }
    return Dictionary(first: parts.map { (String($0.name), $0.value) })
  }

  /// Returns what is between the commas of an object or an array; nothing for any other value.
  static func parts(of value: Substring) -> [JSONPart] {
    guard value.first == "{" || value.first == "[" else { return [] }
    var parts: [JSONPart] = []
    var start = value.utf8.index(after: value.startIndex)
    var (depth, isText, isEscaped) = (0, false, false)
    for index in value.utf8.indices {
      let character = Unicode.Scalar(value.utf8[index])
      switch character {
      case _ where isEscaped: isEscaped = false
      case "\\": isEscaped = isText
      case "\"": isText.toggle()
      case _ where isText: break
      case "{", "[": depth += 1
      case "}", "]": depth -= 1
      default: break
      }
      guard !isText, depth == 0 || depth == 1 && character == "," else { continue }
      if start < index { parts.append(JSONPart(value[start..<index].drop { $0 == " " })) }
      if depth == 0 { break }
      start = value.utf8.index(after: index)
    }
    return parts
  }

  /// Reads `"name": value`, or an element.
  private init(_ part: Substring) {
    // No name has an escape.
    guard part.first == "\"", let end = part.dropFirst().firstIndex(of: "\""),
      part[end...].hasPrefix("\": ")
    else {
      (name, value) = (Self.parts(of: part).first?.text ?? "", part)
      return
    }
    (name, value) = (part[..<end].dropFirst(), part[end...].dropFirst(3))
  }
}
