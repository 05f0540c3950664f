package import PatchbayDiagnostics

/// The origin of a file name.
package enum FileRequest: Sendable, Hashable {
  /// An option of a command, such as `--overlay`.
  case option(String)
  /// The program whose command runs; an option such as `--config FILE` can name another file.
  case program(option: String)
  /// A test's trait or function, with its Swift line if that is known.
  case test(String, SwiftLocation?, folders: [String])
  /// An environment variable.
  case variable(String)
  /// A program that ships with the file: the variable and the option that can name another one, and
  /// the folders near the executable.
  case shipped(variable: String?, option: String?, folders: [String])
}

extension FileRequest {
  /// Returns the request for a program whose option can name another file.
  package func with(option: String) -> Self {
    guard case .shipped(let variable, _, let folders) = self else { return self }
    return .shipped(variable: variable, option: option, folders: folders)
  }

  /// Returns the message that a file does not exist.
  func fact(_ path: String) -> String {
    switch self {
    case .option(let name), .test(let name, _, _):
      "`\(name)` names `\(path)`, but there is no such file"
    case .variable(let name):
      "the variable `\(name)` names `\(path)`, but there is no such file"
    case .program, .shipped: "the program is configured by `\(path)`, but there is no such file"
    }
  }

  /// The place in Swift where the file is named.
  var place: SourcePlace? {
    if case .test(_, let location?, _) = self { .swift(location) } else { nil }
  }

  /// Returns the notes that name the folders in which a relative path was searched.
  func searchedFolders(_ working: String) -> [String] {
    let first = Self.searched(working)
    switch self {
    case .test(_, _, let folders):
      return [first]
        + folders.filter { $0 != working }.map {
          "it was looked for in the folder of `Package.swift`, `\($0)`"
        }
    case .shipped(_, _, let folders):
      let near = folders.quoted()
      return (near.isEmpty ? [] : ["it was looked for next to the program, in \(near)"])
        + [first + ", and in the folders above it"]
    case .option, .program, .variable: return [first]
    }
  }

  /// Returns the note that names the working directory.
  static func searched(_ working: String) -> String {
    "it was looked for in the working directory, `\(working)`"
  }

  /// Returns whether a path is probably a text that was meant to be read as it is.
  package static func looksLikeText(_ path: String) -> Bool {
    path.contains(text: ": ") || path.contains("\n")
  }

  /// The advice for a text that was passed to `expectWiring`, which takes no sources.
  package static let textOfWiring = Diagnostic.FixIt(
    "this is a text and not a path: write it into a file")

  /// Returns the advice for a file that no command and no test names.
  static func fixIt(_ path: String) -> Diagnostic.FixIt? {
    looksLikeText(path) ? .init("this is a text and not a path: write `.inline(…)`") : nil
  }

  func fixIt(_ path: String) -> Diagnostic.FixIt? {
    switch self {
    case .test("expectWiring", _, _) where Self.looksLikeText(path):
      return Self.textOfWiring
    case .test(let name, _, _) where Self.looksLikeText(path):
      // Traits begin with a dot; the overlays of functions are sources.
      return .init(
        "this is a text and not a path: write `\(name.hasPrefix(".") ? "\(name)(yaml: …)" : ".inline(…)")`"
      )
    case .test(let name, _, _) where name.hasPrefix(".") && path.contains("*"):
      return .init("a trait takes one file and no pattern: write an `\(name)` for each file")
    case .program(let option):
      return .init("start the program in the folder that has it, or name a file with `\(option)`")
    case .shipped(let variable, let option, _):
      let others = [option.map { "`\($0)`" }, variable.map { "the variable `\($0)`" }]
        .compactMap(\.self).joined(separator: " or ")
      let choice = others.isEmpty ? "" : ", or name a file with \(others)"
      return .init("put the file next to the program\(choice)")
    case .option("--overlay") where path.contains("*"):
      return .init(
        "`--overlay` takes one file, and may be given several times; "
          + "`check --overlays '\(path)'` tries each file that a pattern matches")
    case .option, .test, .variable: return nil
    }
  }
}

/// The search for a configuration file that ships with a program.
package struct ShippedFile: Sendable {
  /// A relative path, such as `Config/services.yaml`.
  let path: String
  /// The canonical folder of the executable; nil if the system does not report it.
  let programFolder: String?
  /// The canonical working directory; nil if it does not exist any more.
  let workingFolder: String?

  package init(_ path: String, programFolder: String?, workingFolder: String?) {
    self.path = path
    self.programFolder = programFolder
    self.workingFolder = workingFolder
  }

  /// The folder of the executable and the one above it, for a program in `bin`.
  package var programFolders: [String] {
    guard let programFolder else { return [] }
    return programFolder == "/" ? ["/"] : [programFolder, PathText.folder(of: programFolder)]
  }

  /// The path of the first file that exists: next to the executable, in the folder above it, in the
  /// working directory, or in the nearest folder above that; nil if there is none.
  ///
  /// The executable comes first, so that the working directory does not decide how an installed
  /// program is configured. A path below the working directory stays relative, as messages show it.
  package func find(exists: (_ path: String) -> Bool) -> String? {
    for folder in programFolders {
      let candidate = PathText.joined(folder, path)
      if exists(candidate) { return candidate }
    }
    var (folder, name) = (workingFolder, path)
    while let current = folder {
      if exists(PathText.joined(current, path)) { return name }
      folder = current == "/" ? nil : PathText.folder(of: current)
      name = "../" + name
    }
    return nil
  }
}
