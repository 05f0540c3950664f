/// Decides whether a text under the name of a credential reveals it.
enum CredentialText {
  /// Whether the text reveals nothing: it is empty or null, a flag, or a plain reference.
  static func isOpen(_ text: UnsafeRawBufferPointer, isQuoted: Bool) -> Bool {
    if text.isEmpty || isReference(text) { return true }
    if isQuoted { return false }
    return NodeRecord.isNothing(text) || text.elementsEqual("true".utf8)
      || text.elementsEqual("false".utf8)
  }

  /// Whether a text is one `$(…)` without a default; a default would be the credential itself.
  static func isReference(_ text: some BidirectionalCollection<UInt8>) -> Bool {
    guard text.starts(with: "$(".utf8), let end = text.firstIndex(of: UInt8(ascii: ")")) else {
      return false
    }
    return text.index(after: end) == text.endIndex && !text.contains(":-")
  }
}
