/// Which names stand for things that nobody should read.
package enum SecretNames {
  /// Whether the last word of a name is one of a secret.
  package static func isSecret(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      // Asked of every argument: the last letter rules out most.
      guard let last = bytes.last else { return false }
      return endings(with: lowercased(last)).contains { isLastWord($0, of: bytes) }
    }
  }

  private static func endings(with last: UInt8) -> [StaticString] {
    switch last {
    case UInt8(ascii: "d"): endingsInD
    case UInt8(ascii: "e"): endingsInE
    case UInt8(ascii: "t"): endingsInT
    case UInt8(ascii: "n"): endingsInN
    case UInt8(ascii: "l"): endingsInL
    case UInt8(ascii: "s"): endingsInS
    case UInt8(ascii: "y"): endingsInY
    default: []
    }
  }

  // Made once, and not for each name that is asked about.
  private static let endingsInD: [StaticString] = ["password", "passwd", "pwd"]
  private static let endingsInE: [StaticString] = ["passphrase"]
  private static let endingsInT: [StaticString] = ["secret"]
  private static let endingsInN: [StaticString] = ["token"]
  private static let endingsInL: [StaticString] = ["credential"]
  private static let endingsInS: [StaticString] = ["credentials"]
  private static let endingsInY: [StaticString] = [
    "apikey", "api-key", "api_key", "privatekey", "private-key", "private_key",
  ]

  private static func isLastWord(
    _ ending: StaticString, of name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let start = name.count - ending.utf8CodeUnitCount
    guard start >= 0 else { return false }
    // The buffers live as long as the closures that are given them.
    let isSame = ending.withUTF8Buffer { ending in
      ending.indices.allSatisfy { lowercased(name[start + $0]) == ending[$0] }
    }
    guard isSame else { return false }
    // The word begins at the start, behind a separator, or with a capital.
    return start == 0 || !isLetter(name[start - 1]) || name[start] < UInt8(ascii: "a")
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte + 32 : byte
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    lowercased(byte) >= UInt8(ascii: "a") && lowercased(byte) <= UInt8(ascii: "z")
  }
}
