extension SourcePlace {
  /// The full name of a place in messages.
  ///
  /// A loaded file is `Config/services.yaml:14:11`, a whole file its path, Swift source
  /// `App/Catalog.swift:12`. A text in Swift source is named by the line of its literal and the
  /// place in the text: `AppTests/SignUpTests.swift:14, line 2:3`.
  package var displayName: String {
    switch self {
    case .span(let span):
      let start = span.start
      if let location = span.file.swiftLocation {
        return DisplayText.line("\(location), line \(start.line):\(start.column)")
      }
      return DisplayText.line(span.file.name) + ":\(start.line):\(start.column)"
    case .file(let name): return DisplayText.line(name)
    case .swift(let location): return DisplayText.line(location.description)
    }
  }

  /// A short name for running text: the file without its folders, and the line.
  package var shortName: String {
    switch self {
    case .span(let span):
      if let location = span.file.swiftLocation {
        return DisplayText.line("\(lastComponent(location.description)), line \(span.start.line)")
      }
      return DisplayText.line(lastComponent(span.file.name)) + ":\(span.start.line)"
    case .file(let name): return DisplayText.line(lastComponent(name))
    case .swift(let location): return DisplayText.line(lastComponent(location.description))
    }
  }

  // Cut at a byte: `/` with a combining mark still separates two folders.
  private func lastComponent(_ path: String) -> String {
    let tail = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
    return String(path[(tail ?? path.startIndex)...])
  }
}
