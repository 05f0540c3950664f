/// Returns the words that were most probably meant by another: the only one with a part that begins
/// with it, such as `production` for `prod`, and similar ones.
package func nearWords(of word: String, among words: [String]) -> [String] {
  let near = nearMisses(of: word, in: words)
  guard let only = onlyWord(withPart: word, words) else { return near }
  return [only] + near.filter { $0 != only }.prefix(2)
}

private func onlyWord(withPart part: String, _ words: [String]) -> String? {
  guard !part.isEmpty else { return nil }
  var only: String?
  for candidate in words where candidate.hasPart(beginningWith: part) && candidate != only {
    guard only == nil else { return nil }
    only = candidate
  }
  return only
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
