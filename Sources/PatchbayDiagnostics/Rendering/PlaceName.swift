extension SourcePlace {
  /// The full name of a place in messages.
  ///
  /// A loaded file is `Config/services.yaml:14:11`, a whole file its path, Swift source
  /// `App/Catalog.swift:12`. A text in Swift source is named by the line of its literal and the
  /// place in the text: `AppTests/SignUpTests.swift:14, line 2:3`.
  package var displayName: String { name({ $0 }) { "\($0.line):\($0.column)" } }

  /// A short name for running text: the file without its folders, and the line.
  package var shortName: String { name(lastComponent) { "\($0.line)" } }

  private func name(
    _ path: (String) -> String, _ position: (LineColumn) -> String
  ) -> String {
    switch self {
    case .span(let span):
      let position = position(span.start)
      guard let location = span.file.swiftLocation else {
        return DisplayText.line(path(span.file.name)) + ":" + position
      }
      return DisplayText.line("\(path(location.description)), line \(position)")
    case .file(let name): return DisplayText.line(path(name))
    case .swift(let location): return DisplayText.line(path(location.description))
    }
  }

  // Cut at a byte: `/` with a combining mark still separates two folders.
  private func lastComponent(_ path: String) -> String {
    let tail = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
    return String(path[(tail ?? path.startIndex)...])
  }
}
