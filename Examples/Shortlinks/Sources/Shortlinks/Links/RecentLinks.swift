#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The links that were asked for lately, up to a number of them and for a time.
///
/// Two generations of half the capacity each: when the young one is full it becomes the old one, and
/// an entry without a request since then is forgotten. That needs no list in the order of use.
struct RecentLinks {
  private struct Entry {
    var link: Link
    var expiry: Date
  }

  private let capacity: Int
  private var young: [String: Entry] = [:]
  private var old: [String: Entry] = [:]

  init(capacity: Int) {
    self.capacity = capacity
  }

  var count: Int { young.count + old.count }

  mutating func link(for code: String, now: Date) -> Link? {
    guard let entry = young[code] ?? old[code] else { return nil }
    guard now < entry.expiry else {
      forget(code)
      return nil
    }
    keep(entry)
    return entry.link
  }

  mutating func remember(_ link: Link, until expiry: Date) {
    keep(Entry(link: link, expiry: expiry))
  }

  private mutating func forget(_ code: String) {
    young[code] = nil
    old[code] = nil
  }

  private mutating func keep(_ entry: Entry) {
    let half = capacity / 2
    guard half > 0 else { return }
    forget(entry.link.code)
    if young.count >= half {
      old = young
      young = [:]
    }
    young[entry.link.code] = entry
  }
}
