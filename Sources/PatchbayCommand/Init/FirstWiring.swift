import Patchbay
import PatchbayCore

/// Which types of a catalog a first configuration wires, and what each service is given.
struct FirstWiring {
  /// A type and its place in the configuration.
  struct Entry {
    let type: WiringModel.Factory
    let key: String
    var role: Role
  }

  enum Role: Equatable {
    case service
    /// A type that takes what it provides: the parameter, and the key that it can wrap.
    case decorator(inner: String, of: String?)
    /// Another type is wired for the same contract: its key.
    case alternative(to: String)
    /// The parameter for which no type provides a service.
    case unprovided(String)
  }

  /// All types of the catalog, by name.
  private(set) var entries: [Entry] = []
  /// The positions of the types that can be given to a service, by contract, the preferred one first.
  private var providers: [TypeName: [Int]] = [:]

  init(_ catalog: FactoryCatalog) {
    var keys: Set<String> = []
    for type in catalog.factories {
      var key = Self.key(of: type.name)
      let base = key
      var number = 2
      while !keys.insert(key).inserted {
        key = "\(base)-\(number)"
        number += 1
      }
      entries.append(Entry(type: type, key: key, role: .unprovided("")))
    }
    for index in entries.indices {
      if let inner = Self.innerParameter(of: entries[index].type) {
        entries[index].role = .decorator(inner: inner.name, of: nil)
      }
    }
    findServices()
    findAlternatives()
    findDecorated()
  }

  /// The services that no other one is given.
  var roots: [String] {
    var given: Set<String> = []
    for entry in entries where entry.role == .service {
      for input in entry.type.arguments where input.form == .service {
        if let key = provider(of: input, for: entry) { given.insert(key) }
      }
    }
    return entries.filter { $0.role == .service && !given.contains($0.key) }.map(\.key)
  }

  /// The key of the service that a parameter of an entry is given; nil if there is none.
  func provider(of input: WiringModel.Input, for entry: Entry) -> String? {
    providers[input.type]?.lazy.map { entries[$0] }.first { $0.key != entry.key }?.key
  }

  /// The keys of all services that a parameter for several of them may be given.
  func providers(of input: WiringModel.Input, for entry: Entry) -> [String] {
    (providers[input.type] ?? []).map { entries[$0] }
      .filter { $0.role == .service && $0.key != entry.key }.map(\.key).sorted()
  }

  /// Finds the types whose required services can all be built, those without any first.
  ///
  /// A type becomes a provider only after what it needs, so that no services need each other.
  private mutating func findServices() {
    var waiting = entries.indices.filter { entries[$0].role == .unprovided("") }
    while true {
      let ready = waiting.filter { unprovided(entries[$0].type, skipsDeferred: true) == nil }
      if ready.isEmpty { break }
      for index in ready {
        entries[index].role = .service
        addProvider(index)
      }
      waiting.removeAll { entries[$0].role == .service }
    }
    // What is resolved later may be a type that was not ready yet; without one nothing helps.
    var removed = true
    while removed {
      removed = false
      for index in entries.indices where entries[index].role == .service {
        guard unprovided(entries[index].type, skipsDeferred: false) != nil else { continue }
        entries[index].role = .unprovided("")
        for contract in providers.keys { providers[contract]?.removeAll { $0 == index } }
        removed = true
      }
    }
    for index in entries.indices where entries[index].role == .unprovided("") {
      let missing = unprovided(entries[index].type, skipsDeferred: false)
      entries[index].role = .unprovided(missing?.name ?? "")
    }
  }

  private mutating func addProvider(_ index: Int) {
    guard !entries[index].type.isAlwaysFresh else { return }
    for contract in entries[index].type.contracts {
      providers[contract, default: []].append(index)
    }
  }

  /// Returns the first required parameter that no service can be given to.
  private func unprovided(
    _ type: WiringModel.Factory, skipsDeferred: Bool
  ) -> WiringModel.Input? {
    type.arguments.first { input in
      input.form == .service && !(skipsDeferred && input.isDeferred)
        && (providers[input.type] ?? []).isEmpty
    }
  }

  /// Marks the types that provide what is taken, where another one is given.
  private mutating func findAlternatives() {
    let services = entries.indices.filter { entries[$0].role == .service }
    var given: [TypeName: Int] = [:]
    var collected: Set<TypeName> = []
    for index in services {
      for input in entries[index].type.arguments {
        if input.form == .service {
          given[input.type] = providers[input.type]?.first { $0 != index }
        } else if input.form == .serviceList || input.form == .serviceMap {
          collected.insert(input.type)
        }
      }
    }
    let chosen = Set(given.values)
    for index in services where !chosen.contains(index) && !entries[index].type.isAlwaysFresh {
      let contracts = entries[index].type.contracts
      guard collected.isDisjoint(with: contracts) else { continue }
      if let other = contracts.lazy.compactMap({ given[$0] }).first {
        entries[index].role = .alternative(to: entries[other].key)
      }
    }
  }

  private mutating func findDecorated() {
    for index in entries.indices {
      guard case .decorator(let name, _) = entries[index].role,
        let inner = entries[index].type.arguments.first(where: { $0.name == name })
      else { continue }
      entries[index].role = .decorator(inner: name, of: provider(of: inner, for: entries[index]))
    }
  }

  /// The parameter of a decorator for what it wraps: the only required one of a contract that the
  /// type itself provides.
  private static func innerParameter(of type: WiringModel.Factory) -> WiringModel.Input? {
    type.arguments.first { $0.form == .service && type.contracts.contains($0.type) }
  }

  /// Returns a key for a type: `smtp-mailer` for `SMTPMailer`.
  private static func key(of name: String) -> String {
    let key = words(of: name).joined(separator: "-")
    // The one word that is no text as a key.
    if key == "null" { return "null-service" }
    return key.isEmpty ? "service" : String(key.prefix(200))
  }

  /// Returns the words of a name in small letters: `smtp` and `mailer` of `SMTPMailer`.
  static func words(of name: String) -> [String] {
    let bytes = Array(name.utf8)
    func isUpper(_ index: Int) -> Bool { (65...90).contains(bytes[index]) }
    func isWord(_ index: Int) -> Bool {
      isUpper(index) || (97...122).contains(bytes[index]) || (48...57).contains(bytes[index])
    }
    var words: [String] = []
    for index in bytes.indices where isWord(index) {
      // A word begins at a capital after another letter, and at the last capital of several.
      let begins =
        index == 0 || !isWord(index - 1)
        || isUpper(index)
          && (!isUpper(index - 1)
            || index + 1 < bytes.count && isWord(index + 1) && !isUpper(index + 1))
      if begins { words.append("") }
      words[words.count - 1] += Character(Unicode.Scalar(bytes[index])).lowercased()
    }
    return words
  }
}
