extension UnescapedText {
  /// The user-info parts of URLs, `user:password` of `scheme://user:password@host`, as ranges of the
  /// original text.
  var userInfo: [Range<Int>] {
    var parts: [Range<Int>] = []
    let mark = Array("://".utf8)
    // For several URLs without a space between them, the end is searched once.
    var (endOfRun, lastSign) = (0, nil as Int?)
    var start = 0
    while let colon = bytes[start...].firstIndex(of: mark[0]) {
      start = colon + 1
      guard colon > 0, Self.isOfScheme(bytes[colon - 1]), bytes[colon...].starts(with: mark) else {
        continue
      }
      let body = colon + mark.count
      if body >= endOfRun {
        let run = bytes[body...].prefix(while: Self.isOfURL)
        (endOfRun, lastSign) = (run.endIndex, run.lastIndex(of: UInt8(ascii: "@")))
      }
      guard let lastSign, lastSign > body,
        let end = Self.endOfUserInfo(bytes[body..<endOfRun], lastSign)
      else { continue }
      parts.append(original(body..<end))
      start = end
    }
    return parts
  }

  /// Returns the offset of the `@` that ends the user-info part; nil if there is none.
  private static func endOfUserInfo(_ url: ArraySlice<UInt8>, _ lastSign: Int) -> Int? {
    let authority = url.prefix { !"/?#".utf8.contains($0) }
    if let end = authority.lastIndex(of: UInt8(ascii: "@")) {
      return end > url.startIndex ? end : nil
    }
    // In a URL whose password contains a slash, the authority seems to end early, and the text
    // before the slash is in the position of a port. Such a URL is invalid, and therefore likely to
    // be quoted in errors.
    guard authority.first != UInt8(ascii: "["),
      let colon = authority.firstIndex(of: UInt8(ascii: ":")),
      authority[(colon + 1)...].contains(where: { !(0x30...0x39).contains($0) })
    else { return nil }
    return lastSign
  }

  private static func isOfURL(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && !"\"'`<>".utf8.contains(byte)
  }

  private static func isOfScheme(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "+-.".utf8.contains(byte)
  }
}
