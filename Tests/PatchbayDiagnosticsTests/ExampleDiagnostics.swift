import PatchbayDiagnostics

/// Twelve mistakes that people make, as diagnostics over texts with the same line numbers.
enum ExampleDiagnostics {
  static var misspeltType: Diagnostic {
    let file = sourceText([13: "  mailer:", 14: "    type: SMPTMailer"])
    return Diagnostic(
      .unknownType, "no factory is registered for the type name `SMPTMailer`",
      labels: [
        file.label(14, "SMPTMailer", "not in the catalog"),
        file.label(13, "mailer", "while binding `mailer`"),
      ],
      notes: [
        "the catalog `app` is built at Sources/App/Catalog.swift:12 and registers 9 type names"
      ],
      fixIts: [.didYouMean("SMTPMailer", replacing: file.span(14, "SMPTMailer"))]
    )
  }

  static var unknownReference: Diagnostic {
    let file = sourceText([
      5: "  pool:", 10: "  users:", 12: "    arguments: { pool: !ref pol }", 21: "  server:",
    ])
    return Diagnostic(
      .unknownService, "`users` depends on `pol`, which no layer defines",
      labels: [
        file.label(12, "pol", "no service has this key"),
        file.label(5, "pool", "a similar key is defined here"),
      ],
      notes: [
        """
        4 layers were searched: services.yaml, services.yaml#test, services.test.yaml, \
        SignUpTests.swift:14
        """
      ],
      fixIts: [.didYouMean("pool", replacing: file.span(12, "pol"))],
      requestedBy: [
        .init("server", .span(file.span(21, "server"))),
        .init("users", .span(file.span(10, "users"))),
        .init("pol", nil),
      ]
    )
  }

  static var misspeltField: Diagnostic {
    let file = sourceText([15: "    argments:"])
    return Diagnostic(
      .unknownField, "a service entry has no field `argments`",
      labels: [file.label(15, "argments", "unknown field")],
      notes: [
        """
        a service entry accepts: after, alias, arguments, autowire, decorates, deprecated, \
        description, eager, extends, priority, properties, provides, scope, tags, timeouts, type
        """
      ],
      fixIts: [.didYouMean("arguments", replacing: file.span(15, "argments"))]
    )
  }

  static var missingArgument: Diagnostic {
    let file = sourceText([15: "    arguments:"])
    return Diagnostic(
      .missingArgument, "`SMTPMailer` needs the argument `from`, which `mailer` does not give",
      labels: [file.label(15, "arguments", "`from` is missing here")],
      notes: [
        """
        declared at Sources/App/Catalog.swift:18: \
        SMTPMailer(host: String, from: String, port: Int = 587)
        """
      ],
      fixIts: [.init("add the argument", suggestion: "from: <String>")]
    )
  }

  static var wrongTypeInOverlay: Diagnostic {
    let overlay = sourceText("Config/services.production.yaml", [4: "      size: twelve"])
    let base = sourceText([9: "      size: 8"])
    return Diagnostic(
      .argumentType,
      "the argument `size` of `pool` must be a whole number, found the text `twelve`",
      labels: [
        overlay.label(4, "twelve", "expected `Int`"),
        base.label(9, "8", "overrides this valid value"),
      ],
      notes: [
        """
        `ConnectionPool.size` is declared `Int` (default 4) at Sources/App/Catalog.swift:14
        """,
        "layer order, later wins: services.yaml < services.production.yaml",
      ],
      fixIts: [
        .init("write the number in digits", edits: [.init(overlay.span(4, "twelve"), "12")])
      ]
    )
  }

  static var cycle: Diagnostic {
    let file = sourceText([
      4: "    arguments: { audit: !ref audit }",
      7: "    arguments: { store: !ref store }",
      10: "    arguments: { mailer: !ref mailer }",
    ])
    return Diagnostic(
      .dependencyCycle, "`mailer`, `audit`, and `store` depend on each other",
      labels: [
        file.label(4, "!ref audit", "1. `mailer` needs `audit`"),
        file.label(7, "!ref store", "2. `audit` needs `store`"),
        file.label(10, "!ref mailer", "3. `store` needs `mailer`, closing the cycle"),
      ],
      notes: ["none of the three can be built first"],
      fixIts: [
        .init(
          """
          break the cycle where the dependency is only used later: declare that parameter with \
          `.provider("mailer")` in the factory and the service is built on first use
          """)
      ]
    )
  }

  static var captive: Diagnostic {
    let file = sourceText([
      4: "    scope: request", 7: "    scope: singleton", 8: "    arguments:",
      9: "      session: !ref session",
    ])
    return Diagnostic(
      .captiveDependency,
      """
      the singleton `cache` would keep one `session` alive for ever, \
      but `session` lives in the scope `request`
      """,
      labels: [
        file.label(9, "!ref session", "a new one is expected in every scope"),
        file.label(4, "scope: request", "`session` is built once per `request`"),
        file.label(7, "scope: singleton", "`cache` is built once per container"),
      ],
      notes: ["every scope after the first would see the first scope's session"],
      fixIts: [
        .init(
          """
          give `cache` the scope `request`, or take `.provider("session")` in the factory so each \
          use asks for the current scope
          """)
      ]
    )
  }

  static var patchWithoutBase: Diagnostic {
    let overlay = sourceText("Config/services.test.yaml", [2: "  mailr:"])
    let base = sourceText([13: "  mailer:"])
    return Diagnostic(
      .patchWithoutBase, "this overlay changes `mailr`, but no lower layer defines it",
      labels: [
        overlay.label(2, "mailr", "an entry without `type` changes an existing service"),
        base.label(13, "mailer", "a similar key is defined here"),
      ],
      fixIts: [
        .didYouMean("mailer", replacing: overlay.span(2, "mailr")),
        .init("to add a new service instead, give it a `type`"),
      ]
    )
  }

  static var duplicateKey: Diagnostic {
    let file = sourceText([10: "  users:", 18: "  users:"])
    return Diagnostic(
      .duplicateKey, "`users` is defined twice in the same file",
      labels: [
        file.label(18, "users", "second definition"), file.label(10, "users", "first definition"),
      ],
      notes: ["YAML would silently keep only one of them"],
      fixIts: [
        .init("remove one, or move the second to an overlay such as Config/services.test.yaml")
      ]
    )
  }

  static var foreignSigil: Diagnostic {
    let file = sourceText([12: "    arguments: { pool: @pool }"])
    return Diagnostic(
      .yamlSyntax, "`@` cannot start an unquoted YAML value",
      labels: [file.label(12, "@pool", "parsing stops here")],
      notes: ["libyaml: found character that cannot start any token"],
      fixIts: [
        .init(
          "to refer to the service `pool`, write a `!ref` reference",
          edits: [.init(file.span(12, "@pool"), "!ref pool")]),
        .init("if the text \"@pool\" is meant, quote it: \"@pool\""),
      ]
    )
  }

  static var unknownParameter: Diagnostic {
    let file = sourceText([
      2: "  mail.from: no-reply@example.com", 17: "      from: $(mail.form)",
    ])
    return Diagnostic(
      .unknownParameter, "no parameter is named `mail.form` in the environment `test`",
      labels: [
        file.label(17, "$(mail.form)", "used here"),
        file.label(2, "mail.from", "a similar name is defined here"),
      ],
      fixIts: [.didYouMean("mail.from", replacing: file.span(17, "mail.form"))]
    )
  }

  static var wrongService: Diagnostic {
    let file = sourceText([
      12: "    arguments: { pool: !ref mailer }", 13: "  mailer:", 14: "    type: SMTPMailer",
    ])
    return Diagnostic(
      .incompatibleService,
      "`users` needs a `ConnectionPool` for `pool`, but `mailer` provides `any Mailer`",
      labels: [
        file.label(12, "!ref mailer", "expected a service that provides `ConnectionPool`"),
        file.label(14, "type: SMTPMailer", "`SMTPMailer` provides `any Mailer`"),
      ],
      notes: ["`PostgresUserStore.pool` is declared at Sources/App/Catalog.swift:16"],
      fixIts: [.init("1 service provides `ConnectionPool`: `pool` (services.yaml:5)")]
    )
  }
}
