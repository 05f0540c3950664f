/// The meaning of each key of a configuration.
struct KeyMeanings: Sendable {
  private var all = KeySet()
  /// The meaning of each key as a number: the metadata of an array of anything else costs each program
  /// 11,000 instructions at its start.
  private var numbers: [Int] = []

  /// The keys in the order in which they were added.
  var keys: [String] { all.keys }

  /// Reserves capacity for a number of keys.
  mutating func reserveCapacity(_ count: Int) {
    all.reserveCapacity(count)
    numbers.reserveCapacity(count)
  }

  subscript(key: String) -> KeyMeaning? { all.position(of: key).map { meaning(at: $0) } }

  /// Returns the meaning of the key at a position.
  func meaning(at position: Int) -> KeyMeaning { KeyMeaning(number: numbers[position]) }

  /// Sets the meaning of a key.
  mutating func set(_ key: String, _ meaning: KeyMeaning) {
    let position = all.insert(key)
    if position < numbers.count {
      numbers[position] = meaning.number
    } else {
      numbers.append(meaning.number)
    }
  }
}

/// The meaning of a key.
enum KeyMeaning {
  /// A service; the index is that of its own definition, inside its decorators.
  case service(Int)
  /// A decorator, enabled or not, which references cannot target; the index is that of its
  /// definition.
  case decorator(Int)
  /// A disabled service; the index is that of its entry in `disabled`.
  case disabled(Int)
  /// A key whose error was already reported.
  case faulty

  // The kind in the two lowest bits.

  fileprivate var number: Int {
    switch self {
    case .service(let index): index << 2
    case .decorator(let index): index << 2 | 1
    case .disabled(let index): index << 2 | 2
    case .faulty: 3
    }
  }

  fileprivate init(number: Int) {
    self =
      switch number & 3 {
      case 0: .service(number >> 2)
      case 1: .decorator(number >> 2)
      case 2: .disabled(number >> 2)
      default: .faulty
      }
  }
}
