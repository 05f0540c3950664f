#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An address that a link may lead to: absolute, over HTTP, and safe to send in a header.
struct TargetAddress: Sendable, Hashable {
  static let limit = 2_048

  let text: String

  init(_ text: String) throws(LinkError) {
    guard !text.isEmpty else { throw .emptyTarget }
    guard text.utf8.count <= Self.limit else { throw .targetTooLong(limit: Self.limit) }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .targetHasSpecialCharacters
    }
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      scheme == "http" || scheme == "https", let host = url.host(), !host.isEmpty
    else { throw .targetNotAbsolute }
    self.text = text
  }
}
