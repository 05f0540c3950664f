import CMicroHTTP

// The functions that libmicrohttpd calls, on its own threads. They are global and nonisolated: a
// closure at the top of `main.swift` would belong to the main actor and trap here. Their context is
// the daemon's, which outlives them all (see `HTTPDaemon`).

/// One request while its body arrives; libmicrohttpd keeps it between the calls.
private final class PendingRequest {
  var body: [UInt8] = []
  var isTooLarge = false
}

/// Called once when a request's head is there, then for each piece of its body, then at its end.
func handleRequest(
  context: UnsafeMutableRawPointer?,
  connection: OpaquePointer?,
  path: UnsafePointer<CChar>?,
  method: UnsafePointer<CChar>?,
  version: UnsafePointer<CChar>?,
  bytes: UnsafePointer<CChar>?,
  count: UnsafeMutablePointer<Int>?,
  slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let connection, let path, let method, let count, let slot else {
    return shortlinks_no
  }
  let server = Unmanaged<HTTPDaemon.Context>.fromOpaque(context).takeUnretainedValue()
  guard let pending = slot.pointee else {
    server.unanswered.insert(shortlinks_descriptor(connection))
    // Retained here, released in `forgetRequest`, which is called once for every request.
    slot.pointee = Unmanaged.passRetained(PendingRequest()).toOpaque()
    return shortlinks_yes
  }
  // `slot` holds what was put there above.
  let request = Unmanaged<PendingRequest>.fromOpaque(pending).takeUnretainedValue()

  if count.pointee > 0 {
    request.take(bytes, count.pointee, limit: server.bodyLimit)
    count.pointee = 0
    return shortlinks_yes
  }
  var response =
    if request.isTooLarge {
      HTTPResponse.tooLarge(limit: server.bodyLimit)
    } else {
      server.application.respond(
        to: HTTPRequest(
          method: String(cString: method),
          path: String(cString: path),
          headers: headers(of: connection),
          body: request.body
        ))
    }
  if server.unanswered.isDraining { response.headers["Connection"] = "close" }
  return send(response, to: connection)
}

/// Called once at the end of every request, however it ended.
func forgetRequest(
  context: UnsafeMutableRawPointer?,
  connection: OpaquePointer?,
  slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  reason: MHD_RequestTerminationCode
) {
  guard let context, let connection, let slot, let pending = slot.pointee else { return }
  Unmanaged<HTTPDaemon.Context>.fromOpaque(context).takeUnretainedValue()
    .unanswered.remove(shortlinks_descriptor(connection))
  // Balances the retain in `handleRequest`; the slot is cleared so that it cannot happen twice.
  Unmanaged<PendingRequest>.fromOpaque(pending).release()
  slot.pointee = nil
}

/// Called at the beginning and before the end of every connection.
func noteConnection(
  context: UnsafeMutableRawPointer?,
  connection: OpaquePointer?,
  slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  event: MHD_ConnectionNotificationCode
) {
  guard let context, let connection else { return }
  let server = Unmanaged<HTTPDaemon.Context>.fromOpaque(context).takeUnretainedValue()
  let descriptor = shortlinks_descriptor(connection)
  if event == shortlinks_opened {
    server.unanswered.insert(descriptor)
  } else {
    server.unanswered.remove(descriptor)
  }
}

extension PendingRequest {
  /// Keeps a piece of the body, or drops it and all before where the body grows too large.
  fileprivate func take(_ bytes: UnsafePointer<CChar>?, _ count: Int, limit: Int) {
    guard !isTooLarge, body.count + count <= limit else {
      isTooLarge = true
      body = []
      return
    }
    // libmicrohttpd keeps `count` bytes valid until the callback returns.
    body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

private func headers(of connection: OpaquePointer) -> [String: String] {
  var headers: [String: String] = [:]
  // The pointer is used only during the call, in which `headers` is not touched elsewhere.
  withUnsafeMutablePointer(to: &headers) { headers in
    shortlinks_each_header(connection, collectHeader, headers)
  }
  return headers
}

private func collectHeader(
  context: UnsafeMutableRawPointer?,
  kind: MHD_ValueKind,
  name: UnsafePointer<CChar>?,
  value: UnsafePointer<CChar>?
) -> MHD_Result {
  guard let context, let name else { return shortlinks_no }
  // `headers(of:)` passes a pointer to exactly this type.
  let headers = context.assumingMemoryBound(to: [String: String].self)
  headers.pointee[String(cString: name).lowercased()] = value.map { String(cString: $0) } ?? ""
  return shortlinks_yes
}

private func send(_ response: HTTPResponse, to connection: OpaquePointer) -> MHD_Result {
  var body = response.body
  guard let message = shortlinks_response(body.count, &body) else { return shortlinks_no }
  defer { MHD_destroy_response(message) }
  for (name, value) in response.headers { _ = MHD_add_response_header(message, name, value) }
  return MHD_queue_response(connection, UInt32(response.status), message)
}
