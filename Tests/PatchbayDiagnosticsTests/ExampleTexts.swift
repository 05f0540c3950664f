import PatchbayDiagnostics

/// The exact text that reports each of the project's example mistakes.
extension ExampleDiagnostics {
  static let all: [(diagnostic: Diagnostic, text: String)] = [
    (
      misspeltType,
      """
      error[unknown-type]: no factory is registered for the type name `SMPTMailer`
        --> Config/services.yaml:14:11
         |
      13 |   mailer:
         |   ------ while binding `mailer`
      14 |     type: SMPTMailer
         |           ^^^^^^^^^^ not in the catalog
         |
         = note: the catalog `app` is built at Sources/App/Catalog.swift:12 and registers 9 type names
      help: did you mean `SMTPMailer`?
           - type: SMPTMailer
           + type: SMTPMailer
      """
    ),
    (
      unknownReference,
      """
      error[unknown-service]: `users` depends on `pol`, which no layer defines
        --> Config/services.yaml:12:29
         |
       5 |   pool:
         |   ---- a similar key is defined here
      ...
      12 |     arguments: { pool: !ref pol }
         |                             ^^^ no service has this key
         |
         = note: 4 layers were searched: services.yaml, services.yaml#test, services.test.yaml, SignUpTests.swift:14
         = note: requested by: server (services.yaml:21) -> users (services.yaml:10) -> pol
      help: did you mean `pool`?
           - arguments: { pool: !ref pol }
           + arguments: { pool: !ref pool }
      """
    ),
    (
      misspeltField,
      """
      error[unknown-field]: a service entry has no field `argments`
        --> Config/services.yaml:15:5
         |
      15 |     argments:
         |     ^^^^^^^^ unknown field
         |
         = note: a service entry accepts: after, alias, arguments, autowire, decorates, deprecated, description, eager, extends, priority, properties, provides, scope, tags, timeouts, type
      help: did you mean `arguments`?
           - argments:
           + arguments:
      """
    ),
    (
      missingArgument,
      """
      error[missing-argument]: `SMTPMailer` needs the argument `from`, which `mailer` does not give
        --> Config/services.yaml:15:5
         |
      15 |     arguments:
         |     ^^^^^^^^^ `from` is missing here
         |
         = note: declared at Sources/App/Catalog.swift:18: SMTPMailer(host: String, from: String, port: Int = 587)
      help: add the argument
           + from: <String>
      """
    ),
    (
      wrongTypeInOverlay,
      """
      error[argument-type]: the argument `size` of `pool` must be a whole number, found the text `twelve`
       --> Config/services.production.yaml:4:13
        |
      4 |       size: twelve
        |             ^^^^^^ expected `Int`
       ::: Config/services.yaml:9:13
        |
      9 |       size: 8
        |             - overrides this valid value
        |
        = note: `ConnectionPool.size` is declared `Int` (default 4) at Sources/App/Catalog.swift:14
        = note: layer order, later wins: services.yaml < services.production.yaml
      help: write the number in digits
          - size: twelve
          + size: 12
      """
    ),
    (
      cycle,
      """
      error[dependency-cycle]: `mailer`, `audit`, and `store` depend on each other
        --> Config/services.yaml:4:25
         |
       4 |     arguments: { audit: !ref audit }
         |                         ^^^^^^^^^^ 1. `mailer` needs `audit`
      ...
       7 |     arguments: { store: !ref store }
         |                         ---------- 2. `audit` needs `store`
      ...
      10 |     arguments: { mailer: !ref mailer }
         |                          ----------- 3. `store` needs `mailer`, closing the cycle
         |
         = note: none of the three can be built first
      help: break the cycle where the dependency is only used later: declare that parameter with `.provider("mailer")` in the factory and the service is built on first use
      """
    ),
    (
      captive,
      """
      error[captive-dependency]: the singleton `cache` would keep one `session` alive for ever, but `session` lives in the scope `request`
       --> Config/services.yaml:9:16
        |
      4 |     scope: request
        |     -------------- `session` is built once per `request`
      ...
      7 |     scope: singleton
        |     ---------------- `cache` is built once per container
      8 |     arguments:
      9 |       session: !ref session
        |                ^^^^^^^^^^^^ a new one is expected in every scope
        |
        = note: every scope after the first would see the first scope's session
      help: give `cache` the scope `request`, or take `.provider("session")` in the factory so each use asks for the current scope
      """
    ),
    (
      patchWithoutBase,
      """
      error[patch-without-base]: this overlay changes `mailr`, but no lower layer defines it
        --> Config/services.test.yaml:2:3
         |
       2 |   mailr:
         |   ^^^^^ an entry without `type` changes an existing service
        ::: Config/services.yaml:13:3
         |
      13 |   mailer:
         |   ------ a similar key is defined here
         |
      help: did you mean `mailer`?
           - mailr:
           + mailer:
      help: to add a new service instead, give it a `type`
      """
    ),
    (
      duplicateKey,
      """
      error[duplicate-key]: `users` is defined twice in the same file
        --> Config/services.yaml:18:3
         |
      10 |   users:
         |   ----- first definition
      ...
      18 |   users:
         |   ^^^^^ second definition
         |
         = note: YAML would silently keep only one of them
      help: remove one, or move the second to an overlay such as Config/services.test.yaml
      """
    ),
    (
      foreignSigil,
      """
      error[yaml-syntax]: `@` cannot start an unquoted YAML value
        --> Config/services.yaml:12:24
         |
      12 |     arguments: { pool: @pool }
         |                        ^^^^^ parsing stops here
         |
         = note: libyaml: found character that cannot start any token
      help: to refer to the service `pool`, write a `!ref` reference
           - arguments: { pool: @pool }
           + arguments: { pool: !ref pool }
      help: if the text "@pool" is meant, quote it: "@pool"
      """
    ),
    (
      unknownParameter,
      """
      error[unknown-parameter]: no parameter is named `mail.form` in the environment `test`
        --> Config/services.yaml:17:13
         |
       2 |   mail.from: no-reply@example.com
         |   --------- a similar name is defined here
      ...
      17 |       from: $(mail.form)
         |             ^^^^^^^^^^^^ used here
         |
      help: did you mean `mail.from`?
           - from: $(mail.form)
           + from: $(mail.from)
      """
    ),
    (
      wrongService,
      """
      error[incompatible-service]: `users` needs a `ConnectionPool` for `pool`, but `mailer` provides `any Mailer`
        --> Config/services.yaml:12:24
         |
      12 |     arguments: { pool: !ref mailer }
         |                        ^^^^^^^^^^^ expected a service that provides `ConnectionPool`
      13 |   mailer:
      14 |     type: SMTPMailer
         |     ---------------- `SMTPMailer` provides `any Mailer`
         |
         = note: `PostgresUserStore.pool` is declared at Sources/App/Catalog.swift:16
      help: 1 service provides `ConnectionPool`: `pool` (services.yaml:5)
      """
    ),
  ]
}
