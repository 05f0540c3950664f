/// Keeps links, and finds them by their codes.
///
/// A store is used from many threads at once.
protocol LinkStore: HealthCheck {
  /// Keeps a new link.
  ///
  /// - Throws: ``LinkStoreError/codeTaken(_:)`` where another link has the code,
  ///   ``LinkStoreError/unavailable(_:)`` where the store may work again later.
  func insert(_ link: Link) throws

  /// The link with a code, or nil where there is none.
  func link(for code: String) throws -> Link?
}

enum LinkStoreError: Error, Equatable {
  case codeTaken(String)
  /// The store cannot be asked at the moment; the reason is for the operator.
  case unavailable(String)
}

extension LinkStoreError: CustomStringConvertible {
  var description: String {
    switch self {
    case .codeTaken(let code): "there is another link with the code '\(code)'"
    case .unavailable(let reason): reason
    }
  }
}
