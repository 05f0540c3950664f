import PatchbayCore

extension Definition {
  /// What an inline service takes in memory, measured in entries of a map.
  fileprivate static let entriesOfInline = 5

  /// The entries of all its maps and lists.
  var entryCount: Int {
    let tags = tags.reduce(0) { $0 + 1 + $1.attributes.entryCount }
    return (arguments + properties).reduce(tags) { $0 + 1 + $1.value.entryCount }
  }
}

extension ConfigurationValue {
  /// The entries of the value and of all that it holds. The parser bounds the depth.
  fileprivate var entryCount: Int {
    switch content {
    case .list(let elements): elements.reduce(0) { $0 + 1 + $1.entryCount }
    case .map(let entries): entries.entryCount
    case .service(let use):
      if case .inline(let definition) = use.target {
        Definition.entriesOfInline + definition.entryCount
      } else {
        0
      }
    case .null, .scalar, .faulty: 0
    }
  }
}

extension [ConfigurationValue.Entry] {
  fileprivate var entryCount: Int { reduce(0) { $0 + 1 + $1.value.entryCount } }
}
