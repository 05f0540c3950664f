/// Writes paths as URI references.
enum URIReference {
  /// Returns the URI of a path: a relative one stays relative; an absolute one becomes a `file:`
  /// URI.
  static func text(forPath path: String) -> String {
    var text = path.utf8.first == UInt8(ascii: "/") ? "file://" : ""
    for byte in path.utf8 {
      if byte.isKeyCharacter || "~/".utf8.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + byte.hexadecimal(digits: 2, uppercase: true)
      }
    }
    return text
  }
}
