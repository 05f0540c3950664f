/// A text that is only equal to one of the same bytes: `==` of `String` takes different spellings of a
/// character for equal, which are the names of two files.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (one: Self, other: Self) -> Bool {
    var other = other.text
    return other.withUTF8 { TextHash.areEqual(one.text, UnsafeRawBufferPointer($0)) }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(TextHash.hash(text)) }
}
