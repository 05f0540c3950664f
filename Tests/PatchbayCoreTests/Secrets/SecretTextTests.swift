import Testing

@testable import PatchbayCore

@Suite("Secrets are hidden in the errors of a program by their bytes")
struct SecretTextTests {
  private struct Failure: Error, CustomStringConvertible { let description: String }

  @Test("also two that are one text for Swift: a composed letter, and one with a separate accent")
  func spellingsOfOneCharacter() {
    let (composed, separate) = ("caf\u{E9}-1962", "cafe\u{301}-1962")
    let failure = Failure(description: "neither \(composed) nor \(separate)")
    let both = SecretTexts()
    both.insert(composed)
    both.insert(separate)
    #expect(both.conceal(failure) == "neither [secret] nor [secret]")
    let (configured, inherited) = (SecretTexts(), SecretTexts())
    configured.insert(composed)
    inherited.insert(separate)
    let joined = SecretTexts([], of: configured, inheriting: inherited)
    #expect(joined.conceal(failure) == "neither [secret] nor [secret]")
  }

  @Test(
    "in a long text of escapes, next to a long secret of the same signs",
    .timeLimit(.minutes(15)))
  func long() {
    let secrets = SecretTexts()
    secrets.insert(String(repeating: "\\", count: 1_000))
    secrets.insert(String(repeating: "%25", count: 300))
    let text = String(repeating: "\\", count: 20_000) + String(repeating: "%25", count: 6_000)
    let shown = secrets.conceal(Failure(description: text))
    #expect(!shown.contains("\\\\\\\\") && !shown.contains("%25%25%25"))
  }
}
