import PatchbayDiagnostics

/// A value while a type is decoded from it, and the keys that the type has read.
///
/// A synthesized `init(from:)` ignores unknown keys; a configuration must not. The same part is the
/// same object however it is read, and however often. Used by one decoding on one thread.
final class ReadParts {
  let value: ConfigurationValue
  /// Whether it was read as a map: only then unread keys are errors.
  private var isKeyed = false
  private var keys: Set<String> = []
  private var parts: [String: ReadParts] = [:]
  /// The positions of a large map's keys; a small map is searched linearly, which is faster.
  private lazy var positions: [String: Int]? = {
    guard case .map(let entries) = value.content, entries.count > 8 else { return nil }
    return Dictionary(first: entries.enumerated().map { ($1.key, $0) })
  }()

  init(_ value: ConfigurationValue) { self.value = value }

  /// Returns the entries of a map, to be read by key; nil if the value is no map.
  func entries() -> [ConfigurationValue.Entry]? {
    guard case .map(let entries) = value.content else { return nil }
    isKeyed = true
    return entries
  }

  /// A key of a map that was read and that Swift treats as equal to another one.
  var twinRead: ConfigurationValue.Entry? {
    guard isKeyed, case .map(let entries) = value.content else { return nil }
    return entries.firstTwin
  }

  /// Returns the value of a key that the type knows.
  func read(_ key: String) -> ConfigurationValue? {
    keys.insert(key)
    guard case .map(let entries) = value.content else { return nil }
    if let positions { return positions[key].map { entries[$0].value } }
    return entries.first { $0.key == key }?.value
  }

  /// Whether the type has read a key.
  func hasRead(_ key: String) -> Bool { keys.contains(key) }

  /// Returns the part at a key of the map, or at an index of the list.
  func part(_ key: String, _ value: ConfigurationValue) -> ReadParts {
    if let part = parts[key] { return part }
    let part = ReadParts(value)
    parts[key] = part
    return part
  }

  /// Throws for the first key, in document order, that was not read.
  func refuseUnread() throws(ValueMismatch) {
    var pending = [self]
    while let next = pending.popLast() {
      switch next.value.content {
      case .map(let entries):
        for entry in entries where next.isKeyed && !next.keys.contains(entry.key) {
          throw ValueMismatch(unknown: entry, legalTexts: next.keys.inStableOrder(by: <))
        }
        if !next.parts.isEmpty { pending += entries.reversed().compactMap { next.parts[$0.key] } }
      case .list(let elements):
        if !next.parts.isEmpty {
          pending += elements.indices.reversed().compactMap { next.parts["\($0)"] }
        }
      case .null, .scalar, .unknown, .service, .faulty: break
      }
    }
  }
}
