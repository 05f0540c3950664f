#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

import PatchbayCore
package import PatchbayDiagnostics

/// What a load asked the file system, and the answers: as long as they are the same, so is the result
/// of the load.
package final class FileRecord: Sendable {
  /// A question with its answer.
  enum Access: Sendable {
    case canonicalPath(String, Result<String, ReadFailure>)
    case entries(String, Result<[FolderEntry], ReadFailure>)
    case bytes(String, limit: Int, Result<[UInt8], ReadFailure>)
  }

  private let accesses = Locked<[Access]>([])

  package init() {}

  func add(_ access: Access) { accesses.withLock { $0.append(access) } }

  /// Whether the file system gives the same answers now. Files are read and compared byte by byte,
  /// because two versions of a file can have the same size and time.
  package var isCurrent: Bool {
    let reader = FileReader()
    return accesses.withLock { $0 }.allSatisfy { access in
      switch access {
      case .canonicalPath(let path, let answer):
        Self.areSame(reader.resolved(path), answer) { Self.areSame(Array($0.utf8), Array($1.utf8)) }
      case .entries(let folder, let answer):
        Self.areSame(reader.listed(folder), answer) { new, old in
          new == old
            && zip(new, old).allSatisfy { Self.areSame(Array($0.name.utf8), Array($1.name.utf8)) }
        }
      case .bytes(let path, let limit, let answer):
        Self.areSame(reader.read(path, limit: limit), answer, Self.areSame)
      }
    }
  }

  /// Two texts that Swift takes for equal can be the names of two files.
  private static func areSame<Answer>(
    _ one: Result<Answer, ReadFailure>, _ other: Result<Answer, ReadFailure>,
    _ areSame: (Answer, Answer) -> Bool
  ) -> Bool {
    switch (one, other) {
    case (.success(let one), .success(let other)): areSame(one, other)
    case (.failure(let one), .failure(let other)): one == other
    default: false
    }
  }

  /// `==` compares element by element in a build without optimization, as tests are.
  private static func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count, !one.isEmpty else { return one.count == other.count }
    return one.withUnsafeBytes { one in
      other.withUnsafeBytes { other in
        // Neither is empty, and both have so many bytes.
        memcmp(one.baseAddress.unsafelyUnwrapped, other.baseAddress.unsafelyUnwrapped, one.count)
          == 0
      }
    }
  }
}

extension ServiceConfiguration {
  /// Reads and parses a configuration, and records what the file system answers.
  package init(
    _ source: ConfigurationSource, settings: LoadSettings, recording record: FileRecord
  ) throws(DiagnosticsError) {
    try self.init(source, settings: settings, reader: FileReader(recording: record))
    self = recording(nil)
  }

  /// Returns the same configuration, whose plans record what the file system answers: about overlays
  /// and the files of `$(file:)`.
  package func recording(_ record: FileRecord?) -> ServiceConfiguration {
    // All its loaders have the same record.
    guard loader.reader.record !== record else { return self }
    var configuration = self
    configuration.changeLoaders { $0.reader.record = record }
    return configuration
  }
}
