import PatchbayCore
import PatchbayDiagnostics

/// What differs between two models in JSON, as far as a program can observe it.
///
/// `WiringModel.json` has a line for each service, dependency, factory, tag and parameter, such as
/// `  {"key": "mailer", "type": "SMTPMailer", …},`. Lines of the same key are compared by the values in them.
struct GraphComparison {
  /// One line for each changed key, sorted; none if another program has formatted the committed text, so that its
  /// lines say nothing.
  let changes: [String]

  /// What the elements of a section are, by its name, and the member that identifies one.
  private static let kinds: [Substring: (name: String, key: String)] = [
    "services": ("service", "key"), "edges": ("dependencies of", "from"),
    "catalog": ("factory", "name"), "tags": ("tag", "name"), "parameters": ("parameter", "name"),
  ]

  /// Compares the committed model with the current one.
  init(committed: String, current: String) {
    guard committed.split(whereSeparator: \.isNewline).contains(where: { $0.hasPrefix("  {") })
    else {
      changes = []
      return
    }
    let (old, new) = (Self.elements(of: committed), Self.elements(of: current))
    changes = Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }.map { label in
      guard let old = old[label] else { return "+ \(label)" }
      guard let new = new[label] else { return "- \(label)" }
      let differences = Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }
        .map { Self.difference(at: $0, new[$0] ?? "not there", old[$0] ?? "not there") }
      return "~ \(label): \(differences.joined(separator: "; "))"
    }
  }

  /// Returns both values, if they are short.
  private static func difference(at path: String, _ new: String, _ old: String) -> String {
    let name = path.isEmpty ? "" : "`\(path)` "
    return max(new.utf8.count, old.utf8.count) > 100
      ? name + "changed" : name + "is \(new), was \(old)"
  }

  /// Returns the observed values by what they are about, such as a service and its key.
  private static func elements(of json: String) -> [String: [String: String]] {
    var elements: [String: [String: String]] = [:]
    var section: Substring = ""
    for line in json.split(whereSeparator: \.isNewline) {
      guard line.hasPrefix("  {") else {
        // ` "services": [`, the end of a section, or a member that is none.
        section = line.split(separator: "\"").dropFirst().first ?? ""
        if section == "scopes", let start = line.firstIndex(of: "[") {
          elements["scopes"] = ["": String(line[start...].prefix { $0 != "]" }) + "]"]
        }
        continue
      }
      guard let kind = kinds[section] else { continue }
      var values = JSONLeaves(line.dropFirst(2)).values
      guard let key = values.removeValue(forKey: kind.key) else { continue }
      // What is disabled cannot be observed.
      if values.removeValue(forKey: "enabled") == "false" { continue }
      let label = "\(kind.name) `\(key.dropFirst().dropLast())`"
      if section == "edges", let name = values["name"], let kind = values["kind"],
        let to = values["to"]
      {
        // All dependencies of one service, several of which an argument can have.
        let path = "\(name.dropFirst().dropLast()) (\(kind.dropFirst().dropLast()))"
        let others = elements[label]?[path].map { "\($0), " } ?? ""
        elements[label, default: [:]][path] = others + to
      } else {
        elements[label] = values
      }
    }
    return elements
  }
}

/// Reads the values inside one that `JSONText` has written, by their paths: `arguments.mailer.value.text`. An element of
/// a list has the name or key that it begins with, or its number.
private struct JSONLeaves {
  private var rest: Substring
  private(set) var values: [String: String] = [:]

  init(_ text: Substring) {
    rest = text
    read(at: "", isObserved: true)
  }

  private mutating func read(at path: String, isObserved: Bool) {
    guard rest.first == "{" || rest.first == "[" else {
      let value = rest.first == "\"" ? text() : take(rest.prefix { !",]}".contains($0) })
      if isObserved { values[path] = String(value) }
      return
    }
    let isObject = rest.first == "{"
    rest = rest.dropFirst()
    let prefix = path.isEmpty ? "" : "\(path)."
    var count = 0
    while let next = rest.first, next != "}", next != "]" {
      let start = rest.startIndex
      if isObject {
        let name = text().dropFirst().dropLast()
        // `: `
        rest = rest.dropFirst(2)
        let isNamed = name == "enabled" || !WiringModel.unobserved.contains(String(name))
        read(at: prefix + name, isObserved: isObserved && isNamed)
      } else {
        read(at: prefix + (name ?? "\(count)"), isObserved: isObserved)
      }
      // `, `
      if rest.first == "," { rest = rest.dropFirst(2) }
      // Not of a text that someone has changed by hand.
      if rest.startIndex == start { return }
      count += 1
    }
    rest = rest.dropFirst()
    if count == 0, isObserved { values[path] = isObject ? "{}" : "[]" }
  }

  /// The name or the key of an object that is next.
  private var name: String? {
    guard rest.hasPrefix("{\"name\": ") || rest.hasPrefix("{\"key\": ") else { return nil }
    var object = self
    object.rest = rest.drop { $0 != " " }.dropFirst()
    return String(object.text().dropFirst().dropLast())
  }

  /// Reads a text with its quotes.
  private mutating func text() -> Substring {
    var isEscaped = false
    return take(
      rest.dropFirst().prefix { character in
        defer { isEscaped = character == "\\" && !isEscaped }
        return character != "\"" || isEscaped
      }, and: 2)
  }

  private mutating func take(_ part: Substring, and quotes: Int = 0) -> Substring {
    let taken = rest.prefix(part.count + quotes)
    rest = rest.dropFirst(taken.count)
    return taken
  }
}
