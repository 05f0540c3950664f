import PatchbayCore
import PatchbayDiagnostics

/// Which types of a catalog a first configuration wires, and what each service is given.
struct FirstWiring {
  /// A type and its place in the configuration.
  struct Entry {
    let type: WiringModel.Factory
    let key: String
    /// Whether there is a service for each parameter that needs one; otherwise it is a comment.
    var isService = false
  }

  /// All types of the catalog, by name.
  private(set) var entries: [Entry] = []
  /// The positions of the types that can be given to a service, by contract, the preferred one first.
  private var providers: [TypeName: [Int]] = [:]

  init(_ catalog: FactoryCatalog) {
    var keys: Set<String> = []
    for type in catalog.factories {
      entries.append(Entry(type: type, key: keys.insertUnused(Self.key(of: type.name))))
    }
    findServices()
  }

  /// The services that no other one is given.
  var roots: [String] {
    var given: Set<String> = []
    for entry in entries where entry.isService {
      for input in entry.type.arguments where input.form == .service {
        if let key = provider(of: input, for: entry) { given.insert(key) }
      }
    }
    return entries.filter { $0.isService && !given.contains($0.key) }.map(\.key)
  }

  /// The key of the service that a parameter of an entry is given; nil if there is none.
  func provider(of input: WiringModel.Input, for entry: Entry) -> String? {
    providers[input.type]?.lazy.map { entries[$0] }.first { $0.key != entry.key }?.key
  }

  /// The keys of all services that a parameter for several of them may be given.
  func providers(of input: WiringModel.Input, for entry: Entry) -> [String] {
    (providers[input.type] ?? []).map { entries[$0] }
      .filter { $0.isService && $0.key != entry.key }.map(\.key).sorted()
  }

  /// Returns the first required parameter that no other service can be given to; nil if there is none.
  func missing(for entry: Entry, skipsDeferred: Bool = false) -> WiringModel.Input? {
    entry.type.arguments.first { input in
      input.form == .service && !(skipsDeferred && input.isDeferred)
        && provider(of: input, for: entry) == nil
    }
  }

  /// Finds the types whose required services can all be built, those without any first.
  ///
  /// A type becomes a provider only after what it needs, so that no services need each other.
  private mutating func findServices() {
    while true {
      let ready = entries.indices.filter {
        !entries[$0].isService && missing(for: entries[$0], skipsDeferred: true) == nil
      }
      if ready.isEmpty { break }
      for index in ready {
        entries[index].isService = true
        addProvider(index)
      }
    }
    // What is resolved later may be a type that was not ready yet; without one nothing helps.
    var removed = true
    while removed {
      removed = false
      for index in entries.indices
      where entries[index].isService && missing(for: entries[index]) != nil {
        entries[index].isService = false
        for contract in providers.keys { providers[contract]?.removeAll { $0 == index } }
        removed = true
      }
    }
  }

  private mutating func addProvider(_ index: Int) {
    guard !entries[index].type.isAlwaysFresh else { return }
    for contract in entries[index].type.contracts {
      providers[contract, default: []].append(index)
    }
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
    func isUpper(_ index: Int) -> Bool { bytes[index].isCapital }
    func isWord(_ index: Int) -> Bool { bytes[index].isLetter || bytes[index].isDigit }
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

extension Set<String> {
  /// Inserts a name, with a number behind it if it is there, and returns it.
  mutating func insertUnused(_ name: String, separator: String = "-") -> String {
    var own = name
    var number = 2
    while !insert(own).inserted {
      own = "\(name)\(separator)\(number)"
      number += 1
    }
    return own
  }
}
