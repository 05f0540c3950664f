/// A text that is only equal to one of the same bytes: `==` of `String` takes different spellings of a
/// character for equal, which are the names of two files.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (one: Self, other: Self) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
