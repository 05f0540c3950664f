/// A value of YAML in block style, by lines without the indentation of its place.
struct YAMLBlock {
  /// What follows the key in its line: a whole value, or a tag.
  var head = ""
  var comment: String?
  /// The lines below the key.
  var body: [String] = []

  /// Returns the lines of an entry of a map.
  func lines(of key: String) -> [String] {
    // YAML limits the keys in front of a value.
    let isLong = key.utf8.count > 1000
    let first = (isLong ? ":" : "\(key):") + (head.isEmpty ? "" : " \(head)") + end
    return (isLong ? ["? \(key)"] : []) + [first] + body.map { "  " + $0 }
  }

  /// The lines of an element of a list.
  var element: [String] {
    let lines = head.isEmpty ? body : [head + end] + body
    return ["- " + lines[0]] + lines.dropFirst().map { "  " + $0 }
  }

  private var end: String { comment.map { "  \($0)" } ?? "" }
}
