/// A word of a command line for `sh`, bash and zsh.
enum ShellWord {
  /// Returns a text as one word, in quotes where a shell would read it otherwise.
  static func quoted(_ text: String) -> String {
    let plain = { (byte: UInt8) in
      byte < 128
        && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
        || "_-./:,@%+".utf8.contains(byte)
    }
    if !text.isEmpty, text.utf8.allSatisfy(plain) { return text }
    return "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}
