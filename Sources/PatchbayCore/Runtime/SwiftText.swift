/// Swift source that a message proposes.
enum SwiftText {
  /// The member of `ServiceKey` that a program declares for a key: `.userStore` for `user-store`.
  static func member(ofKey key: String) -> String {
    var name = ""
    var beginsWord = false
    for scalar in key.unicodeScalars {
      guard scalar.properties.isAlphabetic || "0"..."9" ~= scalar else {
        beginsWord = !name.isEmpty
        continue
      }
      name += beginsWord ? scalar.properties.uppercaseMapping : String(scalar)
      beginsWord = false
    }
    return ".\(name)"
  }
}
