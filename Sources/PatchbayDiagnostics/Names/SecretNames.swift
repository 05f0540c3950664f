/// Recognizes the names of values that must not be shown.
package enum SecretNames {
  /// Whether the last word of a name is that of a secret.
  package static func isSecret(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { isSecret(UnsafeRawBufferPointer($0)) }
  }

  /// Whether the last word of a name, in UTF-8, is that of a secret.
  ///
  /// The words are those of the table in the article "Values".
  package static func isSecret(_ name: UnsafeRawBufferPointer) -> Bool {
    guard name.count >= 3 else { return false }
    func ends(with word: StaticString) -> Bool { isLastWord(word, of: name) }
    // Called for every argument: the last two letters rule out nearly all names.
    // Setting the bit of lowercase letters also changes other bytes, which the words then rule out.
    let end = UInt16(name[name.count - 2] | 0x20) << 8 | UInt16(name[name.count - 1] | 0x20)
    switch end {
    case 0x7264 /* rd */: return ends(with: "password")
    case 0x7764 /* wd */: return ends(with: "passwd") || ends(with: "pwd")
    // Behind a capital alone, it is also the end of `boardingPass` and `highPass`.
    case 0x7373 /* ss */: return isLastWord("pass", of: name, followsSeparator: true)
    case 0x7365 /* se */: return ends(with: "passphrase") || ends(with: "secret key base")
    case 0x6574 /* et */: return ends(with: "secret")
    case 0x656E /* en */: return ends(with: "token")
    case 0x616C /* al */: return ends(with: "credential")
    case 0x6C73 /* ls */: return ends(with: "credentials")
    case 0x736E /* sn */: return ends(with: "dsn")
    case 0x6579 /* ey */:
      // `public_key` and `partition_key` are no secrets, so each word before `key` is listed.
      return ends(with: "api key") || ends(with: "private key") || ends(with: "secret key")
        || ends(with: "access key") || ends(with: "signing key") || ends(with: "encryption key")
        || ends(with: "master key") || ends(with: "account key")
    default: return false
    }
  }

  /// Returns the offset of the first `:`, `=`, `|` or `?` that follows the name of a credential, which may
  /// be in quotes; nil if there is none.
  package static func signOfCredential(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "|"), UInt8(ascii: "?"):
        if followsName(index, in: bytes) { return index }
      default: break
      }
      index += 1
    }
    return nil
  }

  private static func followsName(_ sign: Int, in bytes: [UInt8]) -> Bool {
    // No word has more than 32 bytes; the search back must not cost more with each sign.
    let first = max(0, sign - 64)
    var end = sign
    while end > first, bytes[end - 1].isBlank { end -= 1 }
    // Behind `? ` and a line break, a `:` begins the line.
    if bytes[sign] == UInt8(ascii: ":") {
      while end > first, bytes[end - 1].isBlank || [0x0A, 0x0D].contains(bytes[end - 1]) {
        end -= 1
      }
    }
    if end > first, "'\"".utf8.contains(bytes[end - 1]) { end -= 1 }
    var start = end
    while start > first, bytes[start - 1] > 0x20, !"[]{},'\"".utf8.contains(bytes[start - 1]) {
      start -= 1
    }
    return bytes[start..<end].withUnsafeBytes { isSecret($0) }
  }

  /// Returns a text in which everything behind the name of a credential and a sign is left out: YAML reads
  /// `password:hunter2` as one text.
  package static func withoutValue(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard let sign = signOfCredential(in: bytes, from: 0), sign + 1 < bytes.count else {
      return text
    }
    return String(decoding: bytes[...sign], as: UTF8.self) + "…"
  }

  /// Returns whether a name ends with a lowercase word, whose parts may have a `-` or `_` between them
  /// where the word has a blank.
  private static func isLastWord(
    _ word: StaticString, of name: UnsafeRawBufferPointer, followsSeparator: Bool = false
  ) -> Bool {
    var start = name.count
    let isSame = word.withUTF8Buffer { word in
      word.reversed().allSatisfy { letter in
        if letter == UInt8(ascii: " ") {
          if start > 0, "-_".utf8.contains(name[start - 1]) { start -= 1 }
          return true
        }
        guard start > 0 else { return false }
        start -= 1
        return lowercased(name[start]) == letter
      }
    }
    guard isSame else { return false }
    // The word begins at the start, after a separator, or with a capital.
    return start == 0 || !name[start - 1].isLetter
      || !followsSeparator && name[start] < UInt8(ascii: "a")
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte.isCapital ? byte + 32 : byte
  }
}

/// A type whose mirror, which `dump`, `print` and debuggers show, contains no secret: neither a variable, nor
/// a text of a configuration, nor an instance.
package protocol SafelyMirrored: CustomReflectable {
  /// The children of the mirror.
  var mirrored: KeyValuePairs<String, Any> { get }

  /// How the mirror is shown; Swift cannot tell a struct from an enum.
  static var mirrorStyle: Mirror.DisplayStyle { get }
}

extension SafelyMirrored {
  package static var mirrorStyle: Mirror.DisplayStyle { Self.self is AnyClass ? .class : .struct }

  /// The mirror, without secrets.
  public var customMirror: Mirror {
    Mirror(self, children: mirrored, displayStyle: Self.mirrorStyle)
  }
}
