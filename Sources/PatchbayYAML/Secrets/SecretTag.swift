import PatchbayDiagnostics

/// The tag of values that must never be shown.
enum SecretTag {
  static let name = "!secret"

  /// Whether a tag is the secret tag, or a misspelling of it, which is reported while the secret is
  /// kept.
  static func isMeant(by tag: String) -> Bool {
    tag == name || !nearMisses(of: tag, in: [name]).isEmpty
  }
}
