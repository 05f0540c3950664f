/// What the server answers.
struct HTTPResponse: Sendable {
  var status: Int
  var headers: [String: String] = [:]
  var body: [UInt8] = []
}

extension HTTPResponse {
  static func json(_ value: some Encodable, status: Int = 200) throws -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: ["Content-Type": "application/json"],
      body: try JSON.encode(value) + [UInt8(ascii: "\n")]
    )
  }

  /// A refusal with its reason: `{"error": "…"}`.
  static func failure(_ status: Int, _ reason: String) -> HTTPResponse {
    // A dictionary of strings always has a JSON form.
    (try? .json(["error": reason], status: status)) ?? HTTPResponse(status: status)
  }

  /// A refusal of what may succeed a moment later.
  static func unavailable(_ reason: String) -> HTTPResponse {
    var response = failure(503, reason)
    response.headers["Retry-After"] = "1"
    return response
  }

  static func redirect(to target: String) -> HTTPResponse {
    HTTPResponse(status: 302, headers: ["Location": target])
  }

  static func methodNotAllowed(_ method: String, allowed: String) -> HTTPResponse {
    var response = failure(405, "\(method) is not possible here, only \(allowed)")
    response.headers["Allow"] = allowed
    return response
  }

  static func tooLarge(limit: Int) -> HTTPResponse {
    .failure(413, "the body is longer than \(limit) bytes")
  }
}
