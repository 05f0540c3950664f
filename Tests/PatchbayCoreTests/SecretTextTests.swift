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
}
