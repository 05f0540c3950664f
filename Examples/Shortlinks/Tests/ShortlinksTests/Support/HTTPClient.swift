import Foundation

/// Speaks HTTP over a bare socket: follows no redirect, mends nothing, and can send nonsense.
struct HTTPClient {
  struct Reply: Equatable {
    var status: Int
    /// By names in lower case.
    var headers: [String: String]
    var body: String
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let port: Int

  func get(_ path: String) throws -> Reply { try send("GET", path) }

  func post(_ path: String, _ body: String, headers: [String: String] = [:]) throws -> Reply {
    try send("POST", path, headers: headers, body: body)
  }

  func send(
    _ method: String, _ path: String, headers: [String: String] = [:], body: String? = nil
  ) throws -> Reply {
    var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
    lines += headers.map { "\($0): \($1)" }
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    return try exchange(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
  }

  /// Sends a text as it is and reads until the server closes.
  func exchange(_ text: String) throws -> Reply {
    let connection = try Connection.open(port: port)
    try connection.write(Array(text.utf8))
    return try Self.parse(String(decoding: try connection.readToEnd(), as: UTF8.self))
  }

  private static func parse(_ text: String) throws -> Reply {
    guard let end = text.range(of: "\r\n\r\n") else {
      throw Failure(description: "no head: \(text)")
    }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    let parts = lines[0].split(separator: " ")
    guard parts.count > 1, let status = Int(parts[1]) else {
      throw Failure(description: "no status: \(lines[0])")
    }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let pair = line.split(separator: ":", maxSplits: 1)
      headers[pair[0].lowercased()] = pair[1].trimmingCharacters(in: .whitespaces)
    }
    return Reply(status: status, headers: headers, body: String(text[end.upperBound...]))
  }
}
