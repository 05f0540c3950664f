import PatchbayCore
import PatchbayDiagnostics

/// The keys and fields that a program's layer sets: it can set each only once.
struct ProgramSettings {
  private let statements: [ProgramStatement]
  /// The index of a statement and, in the lower half, the position of its field + 1; 0 for its key. Numbers,
  /// because the metadata of an array of anything else costs each program 11,000 instructions at its start.
  private var places: [Int] = []
  /// Finds a setting. A `Dictionary` of them would cost each program 150,000 instructions at its
  /// start, for the metadata of its storage.
  private var index = TextIndex()

  init(of statements: [ProgramStatement]) { self.statements = statements }

  /// A key, or a field of it.
  private struct Setting: Equatable {
    let key: String
    var field: EntryField?
    // No optional: the metadata of one costs each program 36,000 instructions at its start.
    var name = ""
    /// The statement of a decorator: decorators of one service have the same key until the table
    /// assigns unique ones.
    var decorator: Int?

    var hash: UInt32 {
      (TextHash.hash(key) &* 31 &+ TextHash.hash(name)) &* 31 &+ UInt32(field?.rawValue ?? 0)
        &+ UInt32(truncatingIfNeeded: decorator ?? 0)
    }
  }

  /// Adds the key of a statement, or one of its fields.
  ///
  /// - Returns: The location of the same setting before; nil if it is the first.
  mutating func add(_ statement: Int, field: Int? = nil) -> SwiftLocation? {
    let place = statement << 32 | (field.map { $0 + 1 } ?? 0)
    guard let setting = setting(at: place) else { return nil }
    let hash = setting.hash
    if let known = index.position(of: hash, where: { self.setting(at: places[$0]) == setting }) {
      return location(of: places[known])
    }
    index.insert(places.count, hash: hash)
    places.append(place)
    return nil
  }

  private func setting(at place: Int) -> Setting? {
    let (statement, field) = (place >> 32, place & 0xFFFF_FFFF)
    guard case .service(let draft) = statements[statement], field > 0 else {
      return statements[statement].key.map { Setting(key: $0.text) }
    }
    return Setting(
      key: draft.key.text, field: draft.fields[field - 1].field,
      name: draft.fields[field - 1].name ?? "",
      decorator: draft.role == .decorator ? statement : nil)
  }

  private func location(of place: Int) -> SwiftLocation? {
    let (statement, field) = (place >> 32, place & 0xFFFF_FFFF)
    guard case .service(let draft) = statements[statement], field > 0 else {
      return statements[statement].key?.location
    }
    return draft.fields[field - 1].location
  }
}

extension ProgramStatement {
  /// The key that it defines, changes or removes.
  fileprivate var key: SwiftName? {
    switch self {
    case .service(let draft): draft.key
    case .alias(let alias): alias.name
    case .removal(let key): key
    case .parameters, .scopes, .roots: nil
    }
  }
}

extension Alias {
  /// Its key as a name in the program; nil for an alias of a file.
  fileprivate var name: SwiftName? {
    guard case .swift(let location) = provenance.place else { return nil }
    return SwiftName(text: key, location: location)
  }
}
