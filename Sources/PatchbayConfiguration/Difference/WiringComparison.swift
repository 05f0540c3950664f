import PatchbayCore
import PatchbayDiagnostics

/// The comparison of two wirings: finds the changes, then for each its cause.
struct WiringComparison {
  typealias Change = WiringDifference.Change

  let old: ObservedWiring
  let new: ObservedWiring
  private(set) var changes: [Change] = []
  /// The services of both whose own definition or dependencies a program observes as others.
  private(set) var differing: Set<ExactText> = []
  /// The changed parameters that each value of a service is made of, by the key of the service and the names that lead
  /// to the value: `arguments.port`.
  var causes: [ExactText: [(path: String, parameter: ExactText)]] = [:]
  /// The services whose values are made of a parameter, by its name.
  var readers: [ExactText: Set<ExactText>] = [:]
  /// The numbers of the texts that are secrets on one of the sides.
  private let secrets: Set<Int>

  /// Compares two wirings, and adds the files that `$(file:)` reads and that have another text.
  init(_ old: ComparedWiring, _ new: ComparedWiring, files: [String]) {
    let first = ObservedWiring(old)
    self.new = ObservedWiring(new)
    let renamed = Self.renamedKeys(first, self.new) { ObservedWiring(old, renamed: $0) }
    self.old = renamed.isEmpty ? first : ObservedWiring(old, renamed: renamed)
    secrets = self.old.secrets.union(self.new.secrets)
    for (newKey, oldKey) in renamed.map({ ($1, $0.text) }).sortedByBytes(of: \.0) {
      add(
        .renamed, .service, newKey, from: oldKey, to: newKey, at: self.new.service(newKey)?.place)
    }
    compareParameters()
    compareServices()
    compareAliases()
    compareTags()
    compareRest()
    for file in files {
      add(.value, .file, file, from: Change.hidden, to: Change.hidden, isSensitive: true, at: nil)
    }
  }

  mutating func add(
    _ kind: Change.Kind, _ subject: Change.Subject, _ key: String, field: String? = nil,
    from before: String?, to after: String?, isSensitive: Bool = false,
    at place: WiringDifference.Place?, before placeBefore: WiringDifference.Place? = nil
  ) {
    changes.append(
      Change(
        kind: kind, subject: subject, key: key, field: field, before: before, after: after,
        isSensitive: isSensitive, place: place, placeBefore: placeBefore,
        readers: subject == .parameter ? (readers[ExactText(key)] ?? []).sortedTexts : [],
        isRead: subject != .parameter || new.isRead(key)))
  }

  /// Adds the change of a value that is written on at least one side; `service` is the place of the service that has it.
  mutating func addValue(
    _ subject: Change.Subject, _ key: String, field: String? = nil, as kind: Change.Kind = .value,
    _ old: ComparedValue?, _ new: ComparedValue?, of service: WiringDifference.Place? = nil
  ) {
    // A line that moved is no other place; one in another file is, and one that ranked above the new one.
    var placeBefore: WiringDifference.Place?
    if let old, let new, old.place?.column != nil,
      old.place?.file != new.place?.file || old.overrides > new.overrides
    {
      placeBefore = old.place
    }
    // What the new files do not set any more, they have no line of.
    var place = new?.place ?? service ?? old?.place
    if service != nil, new == nil { placeBefore = old?.place }
    // A list to which another layer adds is changed there.
    if let old, let new {
      let (added, removed) = (new.addition(missingIn: old), old.addition(missingIn: new))
      if added != nil || removed != nil { (place, placeBefore) = (added ?? place, removed) }
    }
    if let old, let new, old.isSecret != new.isSecret {
      func word(_ isSecret: Bool) -> String { isSecret ? "secret" : "open" }
      add(
        .secrecy, subject, key, field: field, from: word(old.isSecret), to: word(new.isSecret),
        isSensitive: true, at: place, before: placeBefore)
      return
    }
    // An open text that is a secret by now is shown no more than a secret.
    let values = [old, new].compactMap(\.self)
    let isHidden =
      values.contains { $0.isSecret || isSecret($0.written) } || old?.shown == new?.shown
    func shown(_ value: ComparedValue?) -> String? {
      value.map { isHidden ? Change.hidden : $0.shown }
    }
    add(
      kind, subject, key, field: field, from: shown(old), to: shown(new),
      isSensitive: isHidden || values.contains(where: \.hasSecret), at: place, before: placeBefore)
  }

  /// Whether a text in a value is a secret elsewhere.
  private func isSecret(_ tree: JSON) -> Bool {
    if let text = tree["text"].string, secrets.contains(Int(Concealment.number(of: [text]))) {
      return true
    }
    return (tree.elements + tree.members.map(\.value)).contains(where: isSecret)
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

  private mutating func addRemoved(_ service: ObservedService) {
    let disabling = new.disabled[ExactText(service.key)]
    add(
      .removed, .service, service.key, from: words(of: service, in: old),
      to: disabling == nil ? nil : "disabled", at: disabling ?? service.place)
  }

  private mutating func addAdded(_ service: ObservedService) {
    add(
      .added, .service, service.key, from: nil, to: words(of: service, in: new),
      at: service.place)
  }

  /// Returns what is said of a service that is on one side alone: `TokenGate, first of router.handlers`.
  private func words(
    of service: ObservedService, in wiring: ObservedWiring
  ) -> String {
    let arguments = service.fields
      .filter { $0.name.hasPrefix("arguments.") && $0.value.written["kind"].string != "inner" }
      .map { field in
        let isHidden = isSecret(field.value.written)
        return
          "\(field.name.dropFirst("arguments.".count)): \(isHidden ? "[secret]" : field.value.shown)"
      }
    var words = [
      arguments.isEmpty
        ? service.type : "\(service.type)(\(arguments.joined(separator: ", ")))"
    ]
    if let decorated = service.decorates { words.append("decorates \(decorated)") }
    if service.decorates == nil, !["singleton", ""].contains(service.scope), !service.isInline {
      words.append("scope \(service.scope)")
    }
    for tag in service.tags.map(\.name) {
      guard let members = wiring.tags[ExactText(tag)], members.count > 1,
        let position = members.firstIndex(of: service.key)
      else { continue }
      let place =
        position == 0
        ? "first"
        : position == members.count - 1 ? "last" : "number \(position + 1) of \(members.count)"
      words.append("\(place) with the tag \(tag)")
    }
    return words.joined(separator: ", ")
  }

  private mutating func compare(_ old: ObservedService, _ new: ObservedService) {
    if new.observesSame(as: old) { return }
    differing.insert(ExactText(new.key))
    let (oldFields, newFields) = (old.fields, new.fields)
    let (before, after) = (values(of: oldFields), values(of: newFields))
    let names =
      newFields.map(\.name) + oldFields.map(\.name).filter { after[ExactText($0)] == nil }
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
      case "after" where first?.observed == second?.observed: continue
      case "after":
        addValue(.service, new.key, field: name, as: .start, first, second, of: new.place)
      default:
        // Another type has other arguments; what both have is compared.
        if hasOtherType, first == nil || second == nil { continue }
        guard isObserved(name, first, second, old, new), !isMade(name, of: new.key, first, second)
        else { continue }
        addValue(.service, new.key, field: name, first, second, of: new.place)
      }
    }
    if old.decorates != new.decorates {
      add(
        .value, .service, new.key, field: "decorates", from: old.decorates, to: new.decorates,
        at: new.place)
    }
  }

  private func values(of fields: [ObservedService.Field]) -> [ExactText: ComparedValue] {
    Dictionary(first: fields.map { (ExactText($0.name), $0.value) })
  }

  /// Whether a program observes that a field is written differently: the value, or which services it is given.
  private func isObserved(
    _ name: String, _ old: ComparedValue?, _ new: ComparedValue?,
    _ oldService: ObservedService,
    _ newService: ObservedService
  ) -> Bool {
    if old?.observed != new?.observed { return true }
    let argument = name.split(separator: ".", maxSplits: 1).last.map(String.init) ?? name
    return ["argument", "property", "deferred", "decorated"].contains {
      let label = ExactText("\($0) \(argument)")
      return oldService.dependencies[label] != newService.dependencies[label]
    }
  }

  /// Adds a change of the order of those that are on both sides.
  private mutating func compareOrder(
    of key: String, _ field: String, _ first: ComparedValue?, _ second: ComparedValue?
  ) {
    let (before, after) = (first?.observed?.strings ?? [], second?.observed?.strings ?? [])
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
    let reordered = reorderedServices
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
        Set(stayed) == Set(remained) && !reordered.isDisjoint(with: remained.map { ExactText($0) })
          ? .order : .value, .tag, name,
        from: Self.listed(before), to: Self.listed(after),
        at: (moved ?? after.first).flatMap { new.service($0)?.tag(name)?.place })
    }
  }

  /// The services that another one gets in another order than before, and not in a dictionary.
  private var reorderedServices: Set<ExactText> {
    var reordered: Set<ExactText> = []
    for service in new.services {
      guard let before = old.service(service.key)?.dependencies else { continue }
      for (label, keys) in service.dependencies {
        guard let other = before[label], other != keys else { continue }
        let stayed = Set(keys).intersection(other)
        if other.filter(stayed.contains) != keys.filter(stayed.contains) {
          reordered.formUnion(stayed)
        }
      }
    }
    return reordered
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
