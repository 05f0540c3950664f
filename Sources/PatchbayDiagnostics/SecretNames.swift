/// Recognizes the names of values that must not be shown.
package enum SecretNames {
  /// Whether the last word of a name is that of a secret.
  package static func isSecret(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { isSecret(UnsafeRawBufferPointer($0)) }
  }

  /// Whether the last word of a name, in UTF-8, is that of a secret.
  package static func isSecret(_ name: UnsafeRawBufferPointer) -> Bool {
    guard name.count >= 3 else { return false }
    func ends(with word: StaticString) -> Bool { isLastWord(word, of: name) }
    // Called for every argument: the last two letters rule out nearly all names.
    // Setting the bit of lowercase letters also changes other bytes, which the words then rule out.
    let end = UInt16(name[name.count - 2] | 0x20) << 8 | UInt16(name[name.count - 1] | 0x20)
    switch end {
    case 0x7264 /* rd */: return ends(with: "password")
    case 0x7764 /* wd */: return ends(with: "passwd") || ends(with: "pwd")
    case 0x7365 /* se */: return ends(with: "passphrase")
    case 0x6574 /* et */: return ends(with: "secret")
    case 0x656E /* en */: return ends(with: "token")
    case 0x616C /* al */: return ends(with: "credential")
    case 0x6C73 /* ls */: return ends(with: "credentials")
    case 0x6579 /* ey */:
      return ends(with: "apikey") || ends(with: "api-key") || ends(with: "api_key")
        || ends(with: "privatekey") || ends(with: "private-key") || ends(with: "private_key")
    default: return false
    }
  }

  private static func isLastWord(_ ending: StaticString, of name: UnsafeRawBufferPointer) -> Bool {
    let start = name.count - ending.utf8CodeUnitCount
    guard start >= 0 else { return false }
    let isSame = ending.withUTF8Buffer { ending in
      ending.indices.allSatisfy { lowercased(name[start + $0]) == ending[$0] }
    }
    guard isSame else { return false }
    // The word begins at the start, after a separator, or with a capital.
    return start == 0 || !isLetter(name[start - 1]) || name[start] < UInt8(ascii: "a")
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte + 32 : byte
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    lowercased(byte) >= UInt8(ascii: "a") && lowercased(byte) <= UInt8(ascii: "z")
  }
}
