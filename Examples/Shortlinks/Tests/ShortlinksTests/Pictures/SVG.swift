/// A drawing as the text of an SVG file.
struct SVG {
  let width: Int
  let height: Int
  private var elements: [String] = []

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Adds an element, with `<`, `>` and `&` of its content escaped.
  mutating func add(_ name: String, _ attributes: [(String, String)], _ content: String? = nil) {
    let start = ([name] + attributes.map { "\($0)=\"\(Self.escaped($1))\"" }).joined(separator: " ")
    elements.append(content.map { "<\(start)>\(Self.escaped($0))</\(name)>" } ?? "<\(start)/>")
  }

  /// The text of the file; `description` is read aloud in place of the drawing.
  func text(_ description: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
    height="\(height)" role="img">
    <title>\(Self.escaped(description))</title>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
