#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A short code and the address that it leads to; it never changes.
struct Link: Sendable, Hashable, Codable {
  var code: String
  var target: String
  var createdAt: Date
}
