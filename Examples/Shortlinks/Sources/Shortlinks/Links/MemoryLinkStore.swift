import Synchronization

/// Keeps links as long as the program runs.
final class MemoryLinkStore: LinkStore {
  private let links = Mutex<[String: Link]>([:])

  func insert(_ link: Link) throws {
    try links.withLock { links in
      guard links[link.code] == nil else { throw LinkStoreError.codeTaken(link.code) }
      links[link.code] = link
    }
  }

  func link(for code: String) -> Link? {
    links.withLock { $0[code] }
  }

  func checkHealth() {}
}
