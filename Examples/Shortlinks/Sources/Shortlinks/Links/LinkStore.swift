/// Keeps links, and finds them by their codes.
///
/// A store is used from many threads at once.
protocol LinkStore: HealthCheck {
  /// Keeps a new link.
  ///
  /// - Throws: ``LinkStoreError/codeTaken(_:)`` where another link has the code.
  func insert(_ link: Link) throws

  /// The link with a code, or nil where there is none.
  func link(for code: String) throws -> Link?
}

enum LinkStoreError: Error, Equatable {
  case codeTaken(String)
}
