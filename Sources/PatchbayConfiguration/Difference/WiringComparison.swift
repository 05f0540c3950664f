import PatchbayCore
import PatchbayDiagnostics

/// The comparison of two wirings: finds the changes, then for each its cause.
struct WiringComparison {
  typealias Change = WiringDifference.Change

  let old: ObservedWiring
  let new: ObservedWiring
  let comparesSecrets: Bool
  private(set) var changes: [Change] = []
  /// The services of both whose own definition or dependencies a program observes as others.
  private(set) var differing: Set<ExactText> = []
  /// The values of services that are made of changed parameters, by the key of the service: `arguments.port`.
  private var explained: [ExactText: [String]] = [:]
  /// The services whose values are made of a parameter, by its name.
  private var readers: [ExactText: Set<ExactText>] = [:]

  init(_ old: ComparedWiring, _ new: ComparedWiring) {
    let showsOmissions = old.hasOmissions && new.hasOmissions
    comparesSecrets = showsOmissions
    let first = ObservedWiring(old, showsOmissions: showsOmissions)
    self.new = ObservedWiring(new, showsOmissions: showsOmissions)
    let renamed = Self.renamedKeys(first, self.new)
    self.old =
      renamed.isEmpty
      ? first : ObservedWiring(old, renamed: renamed, showsOmissions: showsOmissions)
    for (oldKey, newKey) in renamed {
      add(
        .renamed, .service, newKey, from: oldKey.text, to: newKey,
        at: self.new.service(newKey)?.place)
    }
    compareParameters()
    compareServices()
    compareAliases()
    compareTags()
    compareRest()
  }

  /// Returns the new keys of the services that have another one, and are otherwise the same; of several that are the
  /// same as each other, none.
  private static func renamedKeys(_ old: ObservedWiring, _ new: ObservedWiring) -> [ExactText:
    String]
  {
    let removed = old.services.filter { new.service($0.key) == nil }
    let added = new.services.filter { old.service($0.key) == nil }
    // Few are both, and each is compared with each.
    guard !removed.isEmpty, !added.isEmpty, removed.count * added.count < 10_000 else { return [:] }
    var renamed: [ExactText: String] = [:]
    for service in removed {
      let same = added.filter { $0.observesSame(as: service) }
      guard same.count == 1, removed.filter({ $0.observesSame(as: service) }).count == 1 else {
        continue
      }
      renamed[ExactText(service.key)] = same[0].key
    }
    return renamed
  }

  private mutating func add(
    _ kind: Change.Kind, _ subject: Change.Subject, _ key: String, field: String? = nil,
    from before: String?, to after: String?, isSensitive: Bool = false,
    at place: WiringDifference.Place?
  ) {
    changes.append(
      Change(
        kind: kind, subject: subject, key: key, field: field, before: isSensitive ? nil : before,
        after: isSensitive ? nil : after, isSensitive: isSensitive, place: place,
        readers: subject == .parameter ? (readers[ExactText(key)] ?? []).sortedTexts : []))
  }

  /// Adds the change of a value that is written on at least one side.
  private mutating func addValue(
    _ subject: Change.Subject, _ key: String, field: String? = nil, as kind: Change.Kind = .value,
    _ old: ComparedValue?, _ new: ComparedValue?
  ) {
    let secrets = [old, new].compactMap { $0?.isSecret }
    let isSecrecy = Set(secrets).count > 1
    add(
      isSecrecy ? .secrecy : kind, subject, key, field: field, from: old?.shown, to: new?.shown,
      isSensitive: secrets.contains(true), at: (new ?? old)?.place)
  }
}

// Parameters.
extension WiringComparison {
  private mutating func compareParameters() {
    let names = Set(old.parameters.keys).union(new.parameters.keys)
    let changed = names.filter {
      old.parameters[$0]?.value.observed != new.parameters[$0]?.value.observed
    }
    // The parameters that are made of another changed one, directly: those are no causes.
    var made: [ExactText: [ExactText]] = [:]
    for name in changed {
      for path in readingPaths(of: name) where path.count > 1 {
        let owner = ExactText(path[1])
        if path[0] == "services" {
          readers[name, default: []].insert(owner)
          explained[owner, default: []].append(path.dropFirst(2).joined(separator: "."))
        } else if path[0] == "parameters", owner != name, changed.contains(owner) {
          made[name, default: []].append(owner)
        }
      }
    }
    let causes = changed.subtracting(made.values.joined())
    for cause in causes.sortedTexts {
      let name = ExactText(cause)
      var (pending, seen) = (made[name] ?? [], Set<ExactText>())
      while let next = pending.popLast() {
        guard seen.insert(next).inserted else { continue }
        readers[name, default: []].formUnion(readers[next] ?? [])
        pending += made[next] ?? []
      }
      let (old, new) = (old.parameters[name]?.value, new.parameters[name]?.value)
      addValue(
        .parameter, cause, as: old == nil ? .added : new == nil ? .removed : .value, old, new)
    }
  }

  /// Returns what reads a parameter, or what it is a part of: `http` reads all of `http.port`. Of one that is on both
  /// sides, only what reads it on both: where a reader is new, its value is a change of its own.
  private func readingPaths(of name: ExactText) -> [[String]] {
    var part = name.text[...]
    var (oldPaths, newPaths): ([[String]], [[String]]) = ([], [])
    while true {
      oldPaths += old.readers[ExactText(String(part))] ?? []
      newPaths += new.readers[ExactText(String(part))] ?? []
      guard let dot = part.lastIndex(of: ".") else { break }
      part = part[..<dot]
    }
    if old.parameters[name] == nil || new.parameters[name] == nil { return newPaths + oldPaths }
    let known = Set(oldPaths)
    return newPaths.filter { known.contains($0) }
  }
}

// Services.
extension WiringComparison {
  private mutating func compareServices() {
    for service in old.services where new.service(service.key) == nil { addRemoved(service) }
    for service in new.services {
      if let other = old.service(service.key) { compare(other, service) } else { addAdded(service) }
    }
  }

  private mutating func addRemoved(_ service: ObservedWiring.Service) {
    let disabling = new.disabled[ExactText(service.key)]
    add(
      .removed, .service, service.key, from: Self.words(of: service, in: old),
      to: disabling == nil ? nil : "disabled", at: disabling ?? service.place)
  }

  private mutating func addAdded(_ service: ObservedWiring.Service) {
    add(
      .added, .service, service.key, from: nil, to: Self.words(of: service, in: new),
      at: service.place)
  }

  /// Returns what is said of a service that is on one side alone: `TokenGate, first of router.handlers`.
  private static func words(of service: ObservedWiring.Service, in wiring: ObservedWiring) -> String
  {
    var words = [service.type]
    if let decorated = service.decorates { words.append("decorates \(decorated)") }
    if service.decorates == nil, !["singleton", ""].contains(service.scope), !service.isInline {
      words.append("scope \(service.scope)")
    }
    for tag in service.tags.map(\.name) {
      guard let members = wiring.tags[ExactText(tag)], members.count > 1,
        let position = members.firstIndex(of: service.key)
      else { continue }
      let place =
        position == 0 ? "first" : position == members.count - 1 ? "last" : "number \(position + 1)"
      words.append("\(place) of \(tag)")
    }
    return words.joined(separator: ", ")
  }

  private mutating func compare(_ old: ObservedWiring.Service, _ new: ObservedWiring.Service) {
    if new.observesSame(as: old) { return }
    differing.insert(ExactText(new.key))
    let (before, after) = (old.values, new.values)
    let names =
      new.fields.map(\.name) + old.fields.map(\.name).filter { after[ExactText($0)] == nil }
    let hasOtherType = before[ExactText("type")]?.observed != after[ExactText("type")]?.observed
    for name in names {
      let (first, second) = (before[ExactText(name)], after[ExactText(name)])
      guard first?.written != second?.written else { continue }
      switch name {
      // It is said where the alias is.
      case "aliases": continue
      case "decorators": compareOrder(of: new.key, name, first, second)
      case "type": addValue(.service, new.key, field: name, as: .type, first, second)
      case "scope": addValue(.service, new.key, field: name, as: .scope, first, second)
      case "after": addValue(.service, new.key, field: name, as: .start, first, second)
      default:
        // Another type has other arguments; what both have is compared.
        if hasOtherType, first == nil || second == nil { continue }
        guard isObserved(name, first, second, old, new), !isExplained(name, of: new.key) else {
          continue
        }
        addValue(.service, new.key, field: name, first, second)
      }
    }
    if old.decorates != new.decorates {
      add(
        .value, .service, new.key, field: "decorates", from: old.decorates, to: new.decorates,
        at: new.place)
    }
  }

  /// Whether a program observes that a field is written differently: the value, or which services it is given.
  private func isObserved(
    _ name: String, _ old: ComparedValue?, _ new: ComparedValue?,
    _ oldService: ObservedWiring.Service,
    _ newService: ObservedWiring.Service
  ) -> Bool {
    if old?.observed != new?.observed { return true }
    let argument = name.split(separator: ".", maxSplits: 1).last.map(String.init) ?? name
    return ["argument", "property", "deferred", "decorated"].contains {
      let label = ExactText("\($0) \(argument)")
      return oldService.dependencies[label] != newService.dependencies[label]
    }
  }

  private func isExplained(_ field: String, of key: String) -> Bool {
    explained[ExactText(key)]?.contains { $0 == field || $0.hasPrefix(field + ".") } ?? false
  }

  /// Adds a change of the order of those that are on both sides.
  private mutating func compareOrder(
    of key: String, _ field: String, _ first: ComparedValue?, _ second: ComparedValue?
  ) {
    let (before, after) = (first?.observed?.texts ?? [], second?.observed?.texts ?? [])
    if before.filter(after.contains) == after.filter(before.contains) { return }
    addValue(.service, key, field: field, as: .order, first, second)
  }
}

// All else.
extension WiringComparison {
  private mutating func compareAliases() {
    for alias in Set(old.aliases.keys).union(new.aliases.keys).sortedTexts {
      let (first, second) = (
        old.aliases[ExactText(alias)]?.value, new.aliases[ExactText(alias)]?.value
      )
      guard first?.observed != second?.observed, first?.written != second?.written else { continue }
      addValue(
        .alias, alias, as: first == nil ? .added : second == nil ? .removed : .value, first, second)
    }
  }

  private mutating func compareTags() {
    for name in Set(old.tags.keys).union(new.tags.keys).sortedTexts {
      let (before, after) = (old.tags[ExactText(name)] ?? [], new.tags[ExactText(name)] ?? [])
      // A service that is new or gone is said where it is.
      let stayed = before.filter { new.service($0) != nil }
      let remained = after.filter { old.service($0) != nil }
      guard stayed != remained else { continue }
      let moved = remained.first {
        priority(of: $0, in: name, old) != priority(of: $0, in: name, new)
      }
      add(
        Set(stayed) == Set(remained) ? .order : .value, .tag, name,
        from: Self.listed(before), to: Self.listed(after),
        at: (moved ?? after.first).flatMap { new.service($0)?.tag(name)?.place })
    }
  }

  private static func listed(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
  }

  /// Returns the priority of a service in a tag; nil if it has none of them.
  private func priority(of key: String, in tag: String, _ wiring: ObservedWiring) -> Int? {
    wiring.service(key)?.tag(tag)?.priority
  }

  private mutating func compareRest() {
    for (name, factory) in new.factories.sortedByBytes(of: \.key.text) {
      guard let other = old.factories[name], other != factory else { continue }
      add(.factory, .factory, name.text, from: nil, to: nil, at: nil)
    }
    if old.scopes != new.scopes {
      add(
        .scope, .scopes, "scopes", from: Self.listed(old.scopes), to: Self.listed(new.scopes),
        at: nil)
    }
    let (before, after) = (Set(old.roots.map(ExactText.init)), Set(new.roots.map(ExactText.init)))
    for key in before.symmetricDifference(after).sortedTexts {
      guard let service = new.service(key), old.service(key) != nil else { continue }
      let isRoot = after.contains(ExactText(key))
      add(
        .root, .service, key, field: "root", from: "\(!isRoot)", to: "\(isRoot)", at: service.place)
    }
  }
}
