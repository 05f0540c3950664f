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
