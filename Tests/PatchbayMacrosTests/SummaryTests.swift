import PatchbayMacroExpansion
import Testing

@Suite("The summary of a factory")
struct SummaryTests {
  @Test(
    "is the first sentence of the type's documentation",
    arguments: [
      ("/// Sends mail.\n", "Sends mail."),
      ("\n\n  /// Sends mail.\n  ", "Sends mail."),
      ("/// Sends mail. It keeps no connection.\n", "Sends mail."),
      (
        "/// Sends mail, e.g. that of\n/// the company, v1.2. More\n",
        "Sends mail, e.g. that of the company, v1.2."
      ),
      ("/// Sends mail\n///\n/// More.\n", "Sends mail"),
      ("///\n/// Sends `mail`!\n", "Sends `mail`!"),
      ("/// Sends mail! Others do not.\n", "Sends mail!"),
      ("/// Sends mail? It does.\n", "Sends mail?"),
      ("/// Sends mail. 587 is its port.\n", "Sends mail."),
      ("/** Sends mail. */\n", "Sends mail."),
      ("/** Sends mail */\n", "Sends mail"),
      ("/** Old. */\n// Not that.\n", nil),
      ("/**/\n/// Sends mail.\n", "Sends mail."),
      ("/**\n * Sends\n * mail\n *\n * More.\n */\n", "Sends mail"),
      ("/**\n  Sends mail\n\n  More.\n*/", "Sends mail"),
      ("/// Old.\n// Not that.\n", nil),
      ("// Sends mail.\n", nil),
      ("/* Sends mail. */\n", nil),
      ("", nil),
      ("/// \n", nil),
      ("/// Versendet Post. Über SMTP.\n", "Versendet Post."),
    ] as [(String, String?)])
  func summary(comment: String, expected: String?) {
    let declaration = SourceText(comment + "@Provided struct Mailer {}")
    #expect(DocumentationComment(before: declaration).summary == expected)
  }
}
