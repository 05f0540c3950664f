/// The fenced blocks of a language in a Markdown text, in their order.
func fencedBlocks(_ language: String, of lines: [String]) throws -> [String] {
  var blocks: [String] = []
  var current: (language: Substring, text: String)?
  for line in lines {
    if line.hasPrefix("```") {
      if let block = current, block.language == language { blocks.append(block.text) }
      current = current == nil ? (line.dropFirst(3), "") : nil
    } else {
      current?.text += line + "\n"
    }
  }
  return blocks
}
