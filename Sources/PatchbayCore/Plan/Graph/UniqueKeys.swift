/// Makes keys unique: a text that is already taken gets a number.
struct UniqueKeys {
  private var taken: Set<String>
  private var counts: [String: Int] = [:]

  init(taken: some Sequence<String>) { self.taken = Set(taken) }

  mutating func unique(_ text: String) -> String {
    if taken.insert(text).inserted { return text }
    var count = counts[text] ?? 1
    repeat { count += 1 } while taken.contains("\(text)#\(count)")
    counts[text] = count
    taken.insert("\(text)#\(count)")
    return "\(text)#\(count)"
  }
}
