import PatchbayDiagnostics

extension WiringComparison {
  /// Adds the changed parameters that are causes, and finds what is made of them.
  mutating func compareParameters() {
    let names = Set(old.parameters.keys).union(new.parameters.keys)
    let changed = names.filter {
      old.parameters[$0]?.value.observed != new.parameters[$0]?.value.observed
    }
    // The parameters that are made of other changed ones, and those of each.
    var made: [ExactText: [ExactText]] = [:]
    var parts: [ExactText: [ExactText]] = [:]
    for name in changed {
      for path in readingPaths(of: name) where path.count > 1 {
        let owner = ExactText(path[1])
        if path[0] == "services" {
          readers[name, default: []].insert(owner)
          causes[owner, default: []].append((path.dropFirst(2).joined(separator: "."), name))
        } else if path[0] == "parameters", owner != name, changed.contains(owner) {
          made[name, default: []].append(owner)
          parts[owner, default: []].append(name)
        }
      }
    }
    for cause in changed.sortedTexts {
      let name = ExactText(cause)
      let (old, new) = (old.parameters[name]?.value, new.parameters[name]?.value)
      if let own = parts[name], let old, let new, follows(old.written, new.written, from: own) {
        continue
      }
      var (pending, seen) = (made[name] ?? [], Set<ExactText>())
      while let next = pending.popLast() {
        guard seen.insert(next).inserted else { continue }
        readers[name, default: []].formUnion(readers[next] ?? [])
        pending += made[next] ?? []
      }
      addValue(
        .parameter, cause, as: old == nil ? .added : new == nil ? .removed : .value, old, new)
    }
  }

  /// Returns what reads a parameter, or what it is a part of, on both sides: `http` reads all of `http.port`.
  private func readingPaths(of name: ExactText) -> [[String]] {
    let parts = new.parts(around: name.text).map(ExactText.init)
    let known = Set(parts.flatMap { old.readers[$0] ?? [] })
    return parts.flatMap { new.readers[$0] ?? [] }.filter { known.contains($0) }
  }

  /// Whether the change of a value of a service is that of the parameters that it is made of, and nothing else.
  func isMade(
    _ field: String, of key: String, _ old: ComparedValue?, _ new: ComparedValue?
  ) -> Bool {
    let own = (causes[ExactText(key)] ?? []).filter {
      $0.path == field || $0.path.hasPrefix(field + ".")
    }
    guard !own.isEmpty, let old, let new else { return false }
    return follows(old.written, new.written, from: own.map(\.parameter))
  }

  /// Whether a value becomes another one if parameters in it do. The text around them may have changed as well, and
  /// then it does not.
  private func follows(_ before: JSON, _ after: JSON, from parameters: [ExactText]) -> Bool {
    if before == after { return true }
    let values = parameters.compactMap { name in
      old.parameters[name].flatMap { old in new.parameters[name].map { (old.value, $0.value) } }
    }
    if values.contains(where: { $0.0.written == before && $0.1.written == after }) { return true }
    switch (before["kind"].string, after["kind"].string) {
    case ("list", "list"):
      let (first, second) = (before["elements"].elements, after["elements"].elements)
      return first.count == second.count
        && zip(first, second).allSatisfy { follows($0, $1, from: parameters) }
    case ("map", "map"):
      let (first, second) = (Self.entries(of: before), Self.entries(of: after))
      return Set(first.keys).union(second.keys).allSatisfy { key in
        switch (first[key], second[key]) {
        case (let one?, let other?): follows(one, other, from: parameters)
        // An entry that is new or gone, as that of the map that is given.
        case (let value?, nil):
          isEntry(value, key.text, of: parameters.filter { new.parameters[$0] == nil }, in: old)
        case (nil, let value?):
          isEntry(value, key.text, of: parameters.filter { old.parameters[$0] == nil }, in: new)
        case (nil, nil): true
        }
      }
    case ("text", "text"), ("text", "composed"), ("composed", "text"), ("composed", "composed"):
      let pairs = values.filter { !$0.0.hasSecret && !$0.1.hasSecret }.map {
        ($0.0.text, $0.1.text)
      }
      return Self.replacing(ComparedValue.text(of: before), pairs)
        == ExactText(ComparedValue.text(of: after))
    default: return false
    }
  }

  private static func entries(of map: JSON) -> [ExactText: JSON] {
    Dictionary(
      first: map["entries"].elements.map { (ExactText($0["key"].string ?? ""), $0["value"]) })
  }

  /// Whether a value under a key is one of some parameters, or is a map of them.
  private func isEntry(
    _ value: JSON, _ key: String, of parameters: [ExactText], in wiring: ObservedWiring
  ) -> Bool {
    let entries = Self.entries(of: value)
    if !entries.isEmpty {
      return entries.allSatisfy {
        isEntry($0.value, "\(key).\($0.key.text)", of: parameters, in: wiring)
      }
    }
    return parameters.contains {
      $0.text.hasSuffix(".\(key)") && wiring.parameters[$0]?.value.written == value
    }
  }

  /// Returns a text with others in place of parts of it, from the beginning on and the longest first.
  private static func replacing(_ text: String, _ pairs: [(String, String)]) -> ExactText {
    let pairs = pairs.filter { !$0.0.isEmpty }
      .map { (Array($0.0.utf8), Array($0.1.utf8)) }.sorted { $0.0.count > $1.0.count }
    var (rest, result) = (Array(text.utf8)[...], [UInt8]())
    while let first = rest.first {
      if let (before, after) = pairs.first(where: { rest.starts(with: $0.0) }) {
        result += after
        rest = rest.dropFirst(before.count)
      } else {
        result.append(first)
        rest.removeFirst()
      }
    }
    return ExactText(String(decoding: result, as: UTF8.self))
  }
}
