/// What somebody asks of the server.
struct HTTPRequest: Sendable {
  /// In upper case.
  var method: String
  /// Decoded, and without the query.
  var path: String
  /// By names in lower case.
  var headers: [String: String] = [:]
  var body: [UInt8] = []

  /// The parts of the path between its slashes.
  var segments: [String] { path.split(separator: "/").map(String.init) }

  /// Whether the answer is only read: HEAD wants what GET gives, less its body.
  var isRead: Bool { method == "GET" || method == "HEAD" }
}
