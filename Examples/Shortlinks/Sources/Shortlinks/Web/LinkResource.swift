#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A link as the web sees it.
struct LinkResource: Codable, Sendable, Equatable {
  var code: String
  /// The short address.
  var url: String
  var target: String
  var createdAt: Date

  init(_ link: Link, siteURL: String) {
    code = link.code
    url = "\(siteURL)/\(link.code)"
    target = link.target
    createdAt = link.createdAt
  }
}

/// The body of `POST /links`.
struct NewLink: Codable, Sendable {
  var url: String

  /// The address in a body that is JSON, or nothing but the address itself; nil for anything else.
  static func target(in request: HTTPRequest) -> String? {
    if let link = try? JSON.decode(NewLink.self, from: request.body) { return link.url }
    let isJSON = request.headers["content-type"]?.hasPrefix("application/json") ?? false
    guard !isJSON, let text = String(validating: request.body, as: UTF8.self) else { return nil }
    let address = text.trimmingWhitespace()
    return address.isEmpty || address.hasPrefix("{") ? nil : address
  }
}

extension String {
  fileprivate func trimmingWhitespace() -> String {
    let rest = drop { $0.isWhitespace }
    guard let end = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(rest[...end])
  }
}
