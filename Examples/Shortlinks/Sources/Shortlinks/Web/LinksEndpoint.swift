/// `POST /links`, `GET /links/CODE` and `GET /CODE`.
struct LinksEndpoint: RequestHandler {
  let links: LinkService
  /// The part before the code in a short address, such as `https://short.example`.
  let siteURL: String

  func respond(to request: HTTPRequest) throws -> HTTPResponse? {
    do {
      let segments = request.segments
      switch (segments.count, segments.first) {
      case (1, "links"): return try create(request)
      case (2, "links"): return try details(of: segments[1], request)
      case (1, let code?): return try follow(code, request)
      default: return nil
      }
    } catch let error as LinkError {
      return .failure(error.status, error.description)
    }
  }

  private func create(_ request: HTTPRequest) throws -> HTTPResponse {
    guard request.method == "POST" else {
      return .methodNotAllowed(request.method, allowed: "POST")
    }
    guard let target = NewLink.target(in: request) else {
      return .failure(400, #"the body must be an address or JSON such as {"url": "https://…"}"#)
    }
    let link = try links.shorten(target)
    var response = try HTTPResponse.json(LinkResource(link, siteURL: siteURL), status: 201)
    response.headers["Location"] = "/links/\(link.code)"
    return response
  }

  private func details(of code: String, _ request: HTTPRequest) throws -> HTTPResponse {
    guard request.isRead else { return .methodNotAllowed(request.method, allowed: "GET") }
    return try .json(LinkResource(try links.details(of: code), siteURL: siteURL))
  }

  private func follow(_ code: String, _ request: HTTPRequest) throws -> HTTPResponse {
    guard request.isRead else { return .methodNotAllowed(request.method, allowed: "GET") }
    return .redirect(to: try links.follow(code).target)
  }
}

extension LinkError {
  fileprivate var status: Int {
    switch self {
    case .unknownCode: 404
    case .noFreeCode: 503
    case .emptyTarget, .targetTooLong, .targetNotAbsolute, .targetHasSpecialCharacters: 400
    }
  }
}
