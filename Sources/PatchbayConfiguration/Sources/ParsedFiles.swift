import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// The files that many checks of one configuration have parsed, so that each is parsed once.
///
/// May be used from any thread.
final class ParsedFiles: Sendable {
  /// A file as it was read and parsed; its imports are not part of it.
  struct File: Sendable {
    let text: SourceLoader.Text
    /// Nil if an error was reported.
    let document: YAMLDocument?
    let outline: FileOutline?
    let diagnostics: [Diagnostic]
  }

  /// A file is parsed again under another name, and in another rank, where other rules apply.
  struct Key: Hashable, Sendable {
    let canonicalPath: ExactText
    let name: ExactText
    let isOverlay: Bool
  }

  private let files = Locked<[Key: File]>([:])

  /// Whether a file was parsed, under any name.
  func contains(_ canonicalPath: String) -> Bool {
    files.withLock { $0.keys.contains { $0.canonicalPath == ExactText(canonicalPath) } }
  }

  subscript(key: Key) -> File? {
    get { files.withLock { $0[key] } }
    set { files.withLock { $0[key] = newValue } }
  }
}
