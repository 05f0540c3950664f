package import PatchbayDiagnostics

/// Twelve mistakes that people make, as diagnostics over texts with the same line numbers.
package enum ExampleDiagnostics {
  package static var misspeltType: Diagnostic {
    let file = sourceText([13: "  mailer:", 14: "    type: SMPTMailer"])
    return Diagnostic(
      .unknownType, "no factory is registered for the type name `SMPTMailer`",
      at: file.span(14, "SMPTMailer"), "not in the catalog"
    )
    .label(file.span(13, "mailer"), "while binding `mailer`")
    .note("the catalog `app` is built at Sources/App/Catalog.swift:12 and registers 9 type names")
    .fix(.didYouMean(anyOf: ["SMTPMailer"], replacing: file.span(14, "SMPTMailer")))
  }

  package static var unknownReference: Diagnostic {
    let file = sourceText([
      5: "  pool:", 9: "  users:", 11: "    arguments: { pool: !ref pol }", 16: "  server:",
    ])
    return Diagnostic(
      .unknownService, "`users` depends on `pol`, which no layer defines",
      at: file.span(11, "pol"), "no service has this key"
    )
    .label(file.span(5, "pool"), "a similar key is defined here")
    .note(
      """
      4 layers were searched: services.yaml, services.yaml#test, services.test.yaml, \
      SignUpTests.swift:14
      """
    )
    .fix(.didYouMean(anyOf: ["pool"], replacing: file.span(11, "pol")))
    .requested("server", at: .span(file.span(16, "server")))
    .requested("users", at: .span(file.span(9, "users")))
    .requested("pol", at: nil)
  }

  package static var misspeltField: Diagnostic {
    let file = sourceText([14: "    argments:"])
    return Diagnostic(
      .unknownField, "a service entry has no field `argments`",
      at: file.span(14, "argments"), "unknown field"
    )
    .note(
      """
      a service entry accepts: after, alias, arguments, autowire, decorates, deprecated, \
      description, eager, enabled, ends, extends, priority, properties, provides, retry, scope, \
      tags, timeouts, type
      """
    )
    .fix(.didYouMean(anyOf: ["arguments"], replacing: file.span(14, "argments")))
  }

  package static var missingArgument: Diagnostic {
    let file = sourceText([15: "    arguments:"])
    return Diagnostic(
      .missingArgument, "`SMTPMailer` needs the argument `from`, which `mailer` does not give",
      at: file.span(15, "arguments"), "`from` is missing here"
    )
    .note(
      """
      declared at Sources/App/Catalog.swift:18: \
      SMTPMailer(host: String, from: String, port: Int = 587)
      """
    )
    .fix("add the argument", suggestion: "from: <String>")
  }

  package static var wrongTypeInOverlay: Diagnostic {
    let overlay = sourceText("Config/services.production.yaml", [4: "      size: twelve"])
    let base = sourceText([9: "      size: 8"])
    return Diagnostic(
      .argumentType,
      "the argument `size` of `pool` must be a whole number, found the text `twelve`",
      at: overlay.span(4, "twelve"), "expected `Int`"
    )
    .label(base.span(9, "8"), "overrides this value")
    .note("`ConnectionPool.size` is declared `Int` (default 4) at Sources/App/Catalog.swift:14")
    .note("layer order, later wins: services.yaml < services.production.yaml")
    .fix(
      "write the number in digits", replacing: .span(overlay.span(4, "twelve")), with: "12")
  }

  package static var cycle: Diagnostic {
    let file = sourceText([
      4: "    arguments: { audit: !ref audit }",
      7: "    arguments: { store: !ref store }",
      10: "    arguments: { mailer: !ref mailer }",
    ])
    return Diagnostic(
      .dependencyCycle,
      cycle: [
        ("mailer", "audit", .span(file.span(4, "!ref audit"))),
        ("audit", "store", .span(file.span(7, "!ref store"))),
        ("store", "mailer", .span(file.span(10, "!ref mailer"))),
      ], "depend on", link: "need"
    )
    .note("none of the three can be built first")
    .fix(
      """
      break the cycle where the dependency is only used later: declare that parameter with \
      `.provider("mailer")` in the factory and the service is built on first use
      """)
  }

  package static var captive: Diagnostic {
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
      at: file.span(9, "!ref session"), "a new one is expected in every scope"
    )
    .label(file.span(4, "scope: request"), "`session` is built once per `request`")
    .label(file.span(7, "scope: singleton"), "`cache` is built once per container")
    .note("every scope after the first would see the first scope's session")
    .fix("take `.provider(\"session\")` in the factory so each use asks for the current scope")
  }

  package static var patchWithoutBase: Diagnostic {
    let overlay = sourceText("Config/services.test.yaml", [2: "  mailr:"])
    let base = sourceText([11: "  mailer:"])
    return Diagnostic(
      .patchWithoutBase, "this overlay changes `mailr`, but no lower layer defines it",
      at: overlay.span(2, "mailr"), "an entry without `type` changes an existing service"
    )
    .label(base.span(11, "mailer"), "a similar key is defined here")
    .fix(.didYouMean(anyOf: ["mailer"], replacing: overlay.span(2, "mailr")))
    .fix("to add a new service instead, give it a `type`")
  }

  package static var duplicateKey: Diagnostic {
    let file = sourceText([7: "  users:", 14: "  users:"])
    return Diagnostic(
      .duplicateKey, "`users` is defined twice in the same file",
      at: file.span(14, "users"), "second definition"
    )
    .label(file.span(7, "users"), "first definition")
    .note("YAML would silently keep only one of them")
    .fix(
      "remove one, give it another key, or move the second to an overlay such as Config/services.test.yaml"
    )
  }

  package static var foreignSigil: Diagnostic {
    let file = sourceText([8: "    arguments: { pool: @pool }"])
    return Diagnostic(
      .yamlSyntax, "`@` cannot start an unquoted YAML value",
      at: file.span(8, "@pool"), "parsing stops here"
    )
    .note("libyaml: found character that cannot start any token")
    .fix(
      "to refer to the service `pool`, write a `!ref` reference",
      replacing: .span(file.span(8, "@pool")), with: "!ref pool"
    )
    .fix("if the text \"@pool\" is meant, quote it: \"@pool\"")
  }

  package static var unknownParameter: Diagnostic {
    let file = sourceText([
      2: "  mail.from: no-reply@example.com", 17: "      from: $(mail.form)",
    ])
    return Diagnostic(
      .unknownParameter, "no parameter is named `mail.form` in the environment `test`",
      at: file.span(17, "$(mail.form)"), "used here"
    )
    .label(file.span(2, "mail.from"), "a similar name is defined here")
    .fix(.didYouMean(anyOf: ["mail.from"], replacing: file.span(17, "mail.form")))
  }

  package static var wrongService: Diagnostic {
    let file = sourceText([
      12: "    arguments: { pool: !ref mailer }", 13: "  mailer:", 14: "    type: SMTPMailer",
    ])
    return Diagnostic(
      .incompatibleService,
      "`users` needs a `ConnectionPool` for `pool`, but `mailer` provides `any Mailer`",
      at: file.span(12, "!ref mailer"), "expected a service that provides `ConnectionPool`"
    )
    .label(file.span(14, "type: SMTPMailer"), "`SMTPMailer` provides `any Mailer`")
    .note("`PostgresUserStore.pool` is declared at Sources/App/Catalog.swift:16")
    .fix("1 service provides `ConnectionPool`: `pool` (services.yaml:5)")
  }
}
