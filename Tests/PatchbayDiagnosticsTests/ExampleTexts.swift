import Foundation
import PatchbayDiagnostics
import TestSupport

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
    golden(unknownReference),
    golden(misspeltField),
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
        |             - overrides this value
        |
        = note: `ConnectionPool.size` is declared `Int` (default 4) at Sources/App/Catalog.swift:14
        = note: layer order, later wins: services.yaml < services.production.yaml
      help: write the number in digits
          - size: twelve
          + size: 12
      """
    ),
    golden(cycle),
    golden(captive),
    golden(patchWithoutBase),
    golden(duplicateKey),
    golden(foreignSigil),
    golden(unknownParameter),
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

  /// An example whose text is also that of a load: it is in the golden of its code.
  private static func golden(_ diagnostic: Diagnostic) -> (diagnostic: Diagnostic, text: String) {
    let file = Project.folder
      .appending(path: "Tests/PatchbayTests/Goldens/\(diagnostic.code.name)/expected.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? "no file \(file.path)\n"
    return (diagnostic, String(text.dropLast()))
  }
}
