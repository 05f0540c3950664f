import Patchbay

extension FactoryCatalog {
  /// The server and what answers its requests.
  static let web = FactoryCatalog("web") {
    Factory(
      "HTTPServer",
      .value("host"), .value("port"), .value("threads", default: 4), .value("bodyLimit"),
      .value("drainLimit", default: .seconds(5)), .service("application"),
      make: HTTPServer.init(host:port:threads:bodyLimit:drainLimit:application:)
    )
    // Run by the container's `start()` and `stop()`.
    .onStart { try $0.start() }
    .onStop { await $0.stop() }
    Factory(
      "Router", .services("handlers"), .value("headers", default: [:]),
      make: Router.init(handlers:headers:)
    )
    .provides((any HTTPApplication).self) { $0 }

    Factory(
      "LinksEndpoint", .service("links"), .value("siteURL"),
      make: LinksEndpoint.init(links:siteURL:)
    )
    .provides((any RequestHandler).self) { $0 }
    Factory("HealthEndpoint", .services("checks"), make: HealthEndpoint.init(checks:))
      .provides((any RequestHandler).self) { $0 }
    Factory("ReadOnlyGate", .value("reason"), make: ReadOnlyGate.init(reason:))
      .provides((any RequestHandler).self) { $0 }
    Factory("TokenGate", .value("token"), make: TokenGate.init(token:))
      .provides((any RequestHandler).self) { $0 }
  }
}
