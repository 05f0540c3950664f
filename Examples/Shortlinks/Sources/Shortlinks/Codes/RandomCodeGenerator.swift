/// Makes codes that cannot be guessed from earlier ones.
struct RandomCodeGenerator: CodeGenerator {
  /// Without 0, 1, i, l and o, which people mix up when they copy a code by hand.
  static let alphabet = Array("abcdefghjkmnpqrstuvwxyz23456789")

  let length: Int

  func nextCode() -> String {
    // Never empty, so `randomElement` always has one.
    String((0..<max(length, 1)).map { _ in Self.alphabet.randomElement()! })
  }
}
