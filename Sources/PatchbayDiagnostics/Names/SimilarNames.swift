/// Returns the candidates that were most probably meant by a misspelled name, best first, and those
/// of equal distance by their bytes; never the name itself. None if the names are too many or too long.
///
/// Case is ignored. A candidate is similar if at most a third of the name's characters (but always
/// one, and never more than eight) must be added, left out, changed or swapped with their neighbor.
/// Names of one or two characters are similar only to those that differ in case alone: every other
/// is as likely. The result depends on the names alone, never on the candidates' order.
package func nearMisses<Names: Sequence<String>>(
  of name: String,
  in candidates: @autoclosure () -> Names,
  limit: Int = 3
) -> [String] {
  // Of an array, because the search is compiled once: each name of another sequence would be asked for by
  // its conformance.
  NearMissSearch.nearest(to: name, in: { Array(candidates()) }, limit: limit)
}

/// Returns the words that were most probably meant by another: the only one with a part that begins
/// with it, such as `production` for `prod`, and similar ones; otherwise those that have all of its parts in their
/// order, such as `SQLiteLinkStore` for `SQLiteStore`.
package func nearWords(of word: String, among words: [String]) -> [String] {
  let near = nearMisses(of: word, in: words)
  let begun = word.isEmpty ? [] : words.filter { $0.hasPart(beginningWith: word) }.uniqued
  if begun.count == 1 { return begun + near.filter { $0 != begun[0] }.prefix(2) }
  let parts = NameWords(word)
  guard near.isEmpty, parts.count > 1 else { return near }
  let longer = words.filter { NameWords($0).have(parts) }.uniqued
  return longer.count > 3 ? [] : longer
}

/// Returns the candidates, three at most, of which a valid name is probably a misspelling, best
/// first.
///
/// It is stricter than ``nearMisses(of:in:limit:)``, because the name is valid: names that
/// differ in a number are distinct, and so are those of which a word shorter than `shortestWord`
/// differs, such as `store.eu` and `store.us`.
package func probableMisspellings<Names: Sequence<String>>(
  of name: String, in candidates: @autoclosure () -> Names, shortestWord: Int = 4
) -> [String] {
  let near = nearMisses(of: name, in: candidates(), limit: 8)
  let words = NameWords(name)
  return Array(near.filter { words.areProbably(NameWords($0), shortestWord) }.prefix(3))
}

/// Measures the distances of names from a misspelled one; the memory is reused for each name.
private struct NearMissSearch {
  /// The largest distance of a similar name.
  private let furthest: Int
  /// The cost of the search: about the number of table cells that it filled. It depends on the
  /// names alone, never on their order.
  private var steps = 0

  private static let longest = 256
  /// The largest cost of a search: a hundred of them take a second.
  private static let mostSteps = 5_000_000
  private static let mostEdits = 8

  private let wanted: FoldedName
  private let wantedBytes: Int
  private var candidate = FoldedName()
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var current: [Int] = []

  private init(_ name: String) {
    var wanted = FoldedName()
    wantedBytes = name.utf8.count
    // A scalar has four bytes at most, so a longer name is skipped.
    if wantedBytes <= 4 * Self.longest { wanted.fold(name) }
    self.wanted = wanted
    let count = wanted.scalars.count
    furthest = count < 3 ? 0 : min(max(1, count / 3), Self.mostEdits)
  }

  /// Whether a search is useful: the name is not empty, and not very long.
  private var isPossible: Bool { !wanted.scalars.isEmpty && wanted.scalars.count <= Self.longest }

  /// Returns the nearest of the candidates; see ``nearMisses(of:in:limit:)``.
  static func nearest(
    to name: String, in candidates: () -> [String], limit: Int
  ) -> [String] {
    guard limit > 0 else { return [] }
    var search = NearMissSearch(name)
    // A typing error changes few characters, and this bounds the cost.
    guard search.isPossible else { return [] }
    var best: [(distance: Int, name: String)] = []
    for candidate in candidates() {
      // A full list only accepts names that are at least as near as its last.
      let bound = best.count == limit ? best[limit - 1].distance : search.furthest
      let found = search.distance(to: candidate, atMost: bound)
      // Such as thousands of long names: what was found so far would depend on their order.
      guard search.steps <= mostSteps else { return [] }
      guard let distance = found, !candidate.utf8.elementsEqual(name.utf8) else { continue }
      let place =
        best.firstIndex { other in
          distance < other.distance
            || (distance == other.distance
              && candidate.utf8.lexicographicallyPrecedes(other.name.utf8))
        } ?? best.count
      guard place < limit, !best.contains(where: { $0.name.utf8.elementsEqual(candidate.utf8) })
      else { continue }
      best.insert((distance, candidate), at: place)
      if best.count > limit { best.removeLast() }
    }
    WorkMeter.count(search.steps)
    return best.map(\.name)
  }

  /// Returns the restricted Damerau-Levenshtein distance to a name, or nil if it is above `bound`,
  /// which is at most ``furthest``.
  private mutating func distance(to name: String, atMost bound: Int) -> Int? {
    steps += 1
    // Each edit changes the count of bytes by four at most, and case by three for each scalar.
    let bytes = name.utf8.count
    let slack = wanted.isASCII ? 0 : 3 * wanted.scalars.count
    guard abs(bytes - wantedBytes) <= 4 * furthest + slack else { return nil }
    steps += bytes
    candidate.fold(name)
    guard mayBeWithin(furthest) else { return nil }
    steps += wanted.scalars.count * (2 * furthest + 1)
    guard mayBeWithin(bound) else { return nil }
    if bound == 0 { return wanted.scalars == candidate.scalars ? 0 : nil }
    return measured(atMost: bound)
  }

  /// Checks cheap lower bounds of the distance.
  private func mayBeWithin(_ bound: Int) -> Bool {
    // One edit removes at most one kind of letter and adds at most one.
    abs(wanted.scalars.count - candidate.scalars.count) <= bound
      && (wanted.letters ^ candidate.letters).nonzeroBitCount <= 2 * bound
  }

  /// Fills the band of the table whose cells can stay within the bound.
  private mutating func measured(atMost bound: Int) -> Int? {
    let (own, others) = (wanted.scalars, candidate.scalars)
    let unreachable = bound + 1
    reserve(others.count + 1, unreachable)
    for column in 0...min(others.count, bound) { last[column] = column }
    for row in 1..<(own.count + 1) {
      let columns = max(1, row - bound)..<(min(others.count, row + bound) + 1)
      current[columns.lowerBound - 1] =
        columns.lowerBound == 1 ? min(row, unreachable) : unreachable
      var nearest = current[columns.lowerBound - 1]
      for column in columns {
        let isSame = own[row - 1] == others[column - 1]
        var cost = min(last[column - 1] + (isSame ? 0 : 1), current[column - 1] + 1)
        // Outside the band the row above contains older values.
        if column < row + bound { cost = min(cost, last[column] + 1) }
        if row > 1, column > 1, own[row - 1] == others[column - 2],
          own[row - 2] == others[column - 1]
        {
          cost = min(cost, beforeLast[column - 2] + 1)
        }
        current[column] = min(cost, unreachable)
        nearest = min(nearest, current[column])
      }
      if nearest > bound { return nil }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[others.count] <= bound ? last[others.count] : nil
  }

  /// Resizes the three rows, with all cells out of reach.
  private mutating func reserve(_ count: Int, _ unreachable: Int) {
    func clear(_ row: inout [Int]) {
      row.removeAll(keepingCapacity: true)
      row.append(contentsOf: repeatElement(unreachable, count: count))
    }
    clear(&beforeLast)
    clear(&last)
    clear(&current)
  }
}

/// A name prepared for comparison: its scalars in lower case, and the set of its letters.
private struct FoldedName {
  private(set) var scalars: [UInt32] = []
  /// One bit for each residue of a scalar; a cheap lower bound of the distance.
  private(set) var letters: UInt64 = 0
  private(set) var isASCII = true

  mutating func fold(_ name: String) {
    scalars.removeAll(keepingCapacity: true)
    isASCII = true
    for scalar in name.unicodeScalars {
      if scalar.isASCII {
        let isUpper = scalar.value >= 0x41 && scalar.value <= 0x5A
        scalars.append(isUpper ? scalar.value + 0x20 : scalar.value)
      } else {
        isASCII = false
        scalars.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars.map(\.value))
      }
    }
    letters = scalars.reduce(0) { $0 | (1 << UInt64($1 & 63)) }
  }
}

/// The words of a name, which `.`, `-`, `_` and capitals separate.
private struct NameWords {
  private let words: [String]
  private let digits: String

  init(_ name: String) {
    var words: [String] = [""]
    var isLower = false
    for character in name {
      if ".-_".contains(character) {
        words.append("")
      } else if character.isUppercase, isLower {
        words.append(character.lowercased())
      } else {
        words[words.count - 1] += character.lowercased()
      }
      isLower = character.isLowercase
    }
    self.words = words
    digits = name.filter(\.isNumber)
  }

  var count: Int { words.count }

  /// Whether they have all words of another name, in their order.
  func have(_ other: Self) -> Bool {
    var rest = words[...]
    return other.words.allSatisfy { word in
      rest = rest.drop { $0 != word }
      return rest.popFirst() != nil
    }
  }

  func areProbably(_ other: Self, _ shortestWord: Int) -> Bool {
    guard digits == other.digits else { return false }
    // `mailSender` for `mail-sender`.
    guard words.count == other.words.count else { return words.joined() == other.words.joined() }
    return zip(words, other.words).allSatisfy { own, meant in
      own == meant
        || min(own.count, meant.count) >= shortestWord
          && !nearMisses(of: own, in: [meant]).isEmpty
    }
  }
}

extension String {
  /// Whether it or one of its parts begins with a text; `.`, `-`, `_` and capitals begin parts.
  fileprivate func hasPart(beginningWith text: String) -> Bool {
    let (own, text) = (Array(utf8), text.lowercased().utf8)
    return own.indices.contains { index in
      let isPart =
        index == 0 || [0x2D, 0x2E, 0x5F].contains(own[index - 1])
        || own[index].isCapital
      return isPart
        && own[index...].lazy.map { $0.isCapital ? $0 + 0x20 : $0 }
          .starts(with: text)
    }
  }
}
