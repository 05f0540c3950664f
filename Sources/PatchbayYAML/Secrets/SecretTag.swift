import PatchbayDiagnostics

/// The tag of what must never be shown.
enum SecretTag {
  static let name = "!secret"

  /// Whether a tag is the one, or a slip away from it: the slip is told, and the secret is kept.
  static func isMeant(by tag: String) -> Bool {
    tag == name || !nearMisses(of: tag, in: [name]).isEmpty
  }
}
