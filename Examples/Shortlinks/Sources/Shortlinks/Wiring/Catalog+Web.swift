import Patchbay
import PatchbayMacros

extension FactoryCatalog {
  /// The server and what answers its requests.
  static let web = FactoryCatalog("web") {
    #factory(
      HTTPServer.init(host:port:threads:wait:bodyLimit:drainLimit:application:),
      defaults: [
        "threads": 4, "wait": Duration.seconds(2), "drainLimit": Duration.seconds(5),
      ]
    )
    // Run by the container's `start()` and `stop()`.
    .onStart { try $0.start() }
    .onStop { await $0.stop() }
    #factory(
      Router.init(handlers:headers:),
      as: (any HTTPApplication).self,
      defaults: ["headers": [String: String]()]
    )

    #factory(RequestScopes.init(resolver:), as: (any HTTPApplication).self)

    #factory(LinksEndpoint.init(links:siteURL:), as: (any RequestHandler).self)
    #factory(HealthEndpoint.init(checks:), as: (any RequestHandler).self)
    Factory("ProbeEndpoint", .readiness) { (probe: ReadinessProbe) in
      ProbeEndpoint { probe.current }
    }
    .provides { $0 as any RequestHandler }
    #factory(ReadOnlyGate.init(reason:), as: (any RequestHandler).self)
    #factory(TokenGate.init(token:), as: (any RequestHandler).self)
  }
}
