import Foundation

/// Speaks HTTP over a bare socket: follows no redirect, corrects nothing, and can send nonsense.
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

  /// A request that was sent, and whose reply was not read yet.
  final class Pending: Sendable {
    private let connection: Connection

    fileprivate init(_ text: String, port: Int) throws {
      connection = try Connection.open(port: port)
      try connection.write(Array(text.utf8))
    }

    /// Reads until the server closes.
    func reply() throws -> Reply {
      try HTTPClient.parse(String(decoding: try connection.read(), as: UTF8.self))
    }

    /// Reads no further than the end of the head: the server may keep the connection.
    func head() throws -> Reply {
      try HTTPClient.parse(String(decoding: try connection.read(to: "\r\n\r\n"), as: UTF8.self))
    }
  }

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
  func exchange(_ text: String) throws -> Reply { try begin(text).reply() }

  /// Sends a text as it is.
  func begin(_ text: String) throws -> Pending { try Pending(text, port: port) }

  fileprivate static func parse(_ text: String) throws -> Reply {
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
