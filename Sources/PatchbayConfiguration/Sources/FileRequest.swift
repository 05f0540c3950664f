package import PatchbayDiagnostics

/// Who names a file that is to be loaded.
package enum FileRequest: Sendable, Hashable {
  /// An option of a command, such as `--overlay`.
  case option(String)
  /// The program whose command runs; the option, such as `--config FILE`, names another file.
  case program(option: String)
  /// A trait or a function of a test, where it is known at its Swift line.
  case test(String, SwiftLocation?, folders: [String])
}

extension FileRequest {
  /// What is said about a file that is not there.
  func fact(_ path: String) -> String {
    switch self {
    case .option(let name), .test(let name, _, _):
      "`\(name)` names `\(path)`, but there is no such file"
    case .program: "the program is configured by `\(path)`, but there is no such file"
    }
  }

  /// Where the file is named in Swift.
  var place: SourcePlace? {
    if case .test(_, let location?, _) = self { .swift(location) } else { nil }
  }

  /// The folders in which a relative path was looked for, where it was more than the working one.
  var folders: [String] {
    if case .test(_, _, let folders) = self { folders } else { [] }
  }

  var fixIt: Diagnostic.FixIt? {
    guard case .program(let option) = self else { return nil }
    return .init("start the program in the folder that has it, or name a file with `\(option)`")
  }
}
