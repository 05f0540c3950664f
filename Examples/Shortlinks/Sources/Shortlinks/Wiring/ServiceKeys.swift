import Patchbay

// What is asked of the container by name. Everything else finds its way by the configuration.

extension ServiceKey where Service == HTTPServer {
  static let server: Self = "server"
}

extension ServiceKey where Service == LinkService {
  static let links: Self = "links"
}

extension ServiceKey where Service == any HTTPApplication {
  static let router: Self = "router"
}

extension Requests {
  /// What the program requests. `check` compares it with each environment.
  static let program = Requests(.server)
}
