import Testing

/// The other tests are a part of the package, and so see more of it than a program does.
@Suite("A program in another package")
struct OutsideOfThePackageTests {
  @Test("wires its services with everything that the builder has")
  func builder() throws {
    let output = try Compiler.output(
      of:
        """
        import Patchbay

        struct Mailer: Sendable { let host: String }
        struct Loud: Sendable { let inner: Mailer }

        let catalog = FactoryCatalog("app") {
          Factory("Mailer", .value("host"), make: Mailer.init(host:))
        }

        struct Wiring: Module {
          var definitions: Definitions {
            Parameters(["host": "localhost"])
            Scopes("request")
            Define("mailer", "Mailer").argument("host", .parameter("host")).tag("mail")
            Provide("loud", as: Loud.self, .service("mailer"), make: Loud.init(inner:))
            Alias("post", of: "mailer")
            Extend(ServiceKey<Mailer>("mailer")) { mailer in Mailer(host: mailer.host) }
            Change("mailer").eager()
            Remove("old")
            Roots("loud")
          }
        }

        func make() throws -> Mailer {
          let container = try Container(catalog: catalog) { Wiring() }
          let token = try container.override(ServiceKey<Mailer>("mailer")) { $0 }
          defer { token.remove() }
          return try container.resolve("post", as: Mailer.self)
        }
        """)
    #expect(output == "")
  }
}
