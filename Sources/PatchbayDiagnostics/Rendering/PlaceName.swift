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

  /// The line of Swift source, of a text there that of its literal; nil for a place in a file.
  var swiftLocation: SwiftLocation? {
    switch self {
    case .span(let span): span.file.swiftLocation
    case .file: nil
    case .swift(let location): location
    }
  }

  /// The full name of a place in Swift source; nil for one in a file.
  ///
  /// `#fileID` names the module and the file without the folders between them. A CI service finds
  /// no file by that, so its formats have this name in the message instead of a link.
  var nameWithoutFile: String? { swiftLocation == nil ? nil : displayName }

  /// The line where the place begins; nil for a whole file.
  var line: Int? { swiftLocation?.line ?? span?.start.line }

  /// Returns the name of the file or of the Swift source; only a file's is a path to convert.
  func path(_ convert: (String) -> String = { $0 }) -> String {
    switch self {
    case .span(let span): span.file.swiftLocation?.fileID ?? convert(span.file.name)
    case .file(let name): convert(name)
    case .swift(let location): location.fileID
    }
  }

  // Cut at a byte: `/` with a combining mark still separates two folders.
  private func lastComponent(_ path: String) -> String {
    let tail = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
    return String(path[(tail ?? path.startIndex)...])
  }
}
