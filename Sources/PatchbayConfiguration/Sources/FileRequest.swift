package import PatchbayDiagnostics

/// The origin of a file name.
package enum FileRequest: Sendable, Hashable {
  /// An option of a command, such as `--overlay`.
  case option(String)
  /// The program whose command runs; an option such as `--config FILE` can name another file.
  case program(option: String)
  /// A trait or a function of a test, with its Swift line if that is known.
  case test(String, SwiftLocation?, folders: [String])
}

extension FileRequest {
  /// Returns the message that a file does not exist.
  func fact(_ path: String) -> String {
    switch self {
    case .option(let name), .test(let name, _, _):
      "`\(name)` names `\(path)`, but there is no such file"
    case .program: "the program is configured by `\(path)`, but there is no such file"
    }
  }

  /// The place in Swift where the file is named.
  var place: SourcePlace? {
    if case .test(_, let location?, _) = self { .swift(location) } else { nil }
  }

  /// The folders in which a relative path was searched, if there were more than the working
  /// directory.
  var folders: [String] {
    if case .test(_, _, let folders) = self { folders } else { [] }
  }

  var fixIt: Diagnostic.FixIt? {
    guard case .program(let option) = self else { return nil }
    return .init("start the program in the folder that has it, or name a file with `\(option)`")
  }
}
