/// Breaks texts at words, by the columns of a terminal.
package enum WordWrap {
  /// Returns the lines, at least one, of a text without line breaks that fit a width; the first may
  /// have fewer columns, and is empty if no word fits there.
  ///
  /// A line is broken at spaces, but not in code in backticks. A word or code that is longer than
  /// the width has a line of its own.
  package static func lines(_ text: String, width: Int, first: Int? = nil) -> [String] {
    var lines: [String] = []
    var line = ""
    var room = first ?? width
    var isEmpty = true
    for word in words(text) {
      let length = word.spaces + word.width
      // A word that fits on no line stays on an empty one, unless the next has more room.
      if length > room, !isEmpty || room < width {
        lines.append(line)
        line = word.text
        room = width - word.width
      } else {
        line += String(repeating: " ", count: word.spaces) + word.text
        room -= length
      }
      isEmpty = false
    }
    return lines + [line]
  }

  /// Returns a text whose lines are broken at words; the text itself without a width.
  ///
  /// A paragraph, which is several lines without indentation, is broken anew if one of its lines is
  /// longer than the width. An indented line stays as it is.
  package static func text(_ text: String, _ width: Int?) -> String {
    guard let width else { return text }
    var result: [String] = []
    var paragraph: [Substring] = []
    func finish() {
      if paragraph.contains(where: { DisplayWidth.of(String($0)) > width }) {
        result += lines(paragraph.joined(separator: " "), width: width)
      } else {
        result += paragraph.map(String.init)
      }
      paragraph = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty || line.hasPrefix(" ") {
        finish()
        result.append(String(line))
      } else {
        paragraph.append(line)
      }
    }
    finish()
    return result.joined(separator: "\n")
  }

  /// Returns a label and a text without line breaks, whose further lines begin under its first.
  package static func text(_ text: String, _ width: Int?, after label: String) -> String {
    guard let width else { return label + text }
    let indentation = DisplayWidth.of(label)
    return label
      + lines(text, width: width - indentation)
      .joined(separator: "\n" + String(repeating: " ", count: indentation))
  }

  private struct Word {
    var spaces = 0
    var text = ""
    var width: Int { DisplayWidth.of(text) }
  }

  /// Returns the words with the number of spaces in front of each; code in backticks is part of
  /// one.
  private static func words(_ text: String) -> [Word] {
    var words: [Word] = []
    var word = Word()
    var backticks = text.count { $0 == "`" }
    var isCode = false
    for character in text {
      if character == "`" {
        backticks -= 1
        // The last of an odd number begins no code.
        isCode = !isCode && backticks > 0
      }
      if character != " " || isCode {
        word.text.append(character)
      } else {
        if !word.text.isEmpty {
          words.append(word)
          word = Word()
        }
        word.spaces += 1
      }
    }
    return word.text.isEmpty ? words : words + [word]
  }
}
