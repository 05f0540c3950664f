import PatchbayDiagnostics

/// A text to load: a file, or a text that the program itself holds.
///
/// A string literal is a path: `let source: ConfigurationSource = "Config/services.yaml"`.
public struct ConfigurationSource: Sendable, Hashable, ExpressibleByStringLiteral {
  enum Content: Sendable, Hashable {
    case path(String)
    case inline([UInt8], SwiftLocation)
    case bytes([UInt8], name: String)
  }

  let content: Content
  /// The path of a source that is a file; nil for a text that the program itself holds.
  package var path: String? {
    if case .path(let path) = content { path } else { nil }
  }
  /// Who names the file, for the message that there is none.
  package var request: FileRequest?

  /// Names a file, as the program would open it: relative to the working directory.
  public init(path: String) { content = .path(path) }

  /// Names a file on behalf of a command or a test.
  package init(path: String, request: FileRequest) {
    content = .path(path)
    self.request = request
  }

  /// Names a file, as ``init(path:)`` does.
  public init(stringLiteral path: String) { self.init(path: path) }

  /// A text in Swift source; messages about it name its Swift line.
  public static func inline(
    _ yaml: String,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Self {
    Self(.inline(Array(yaml.utf8), SwiftLocation(fileID: fileID, line: line)))
  }

  /// Bytes that the program got from elsewhere, and the name that messages give them.
  public static func bytes(_ bytes: [UInt8], name: String) -> Self {
    Self(.bytes(bytes, name: name))
  }

  private init(_ content: Content) { self.content = content }
}
