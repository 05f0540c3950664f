import PatchbayDiagnostics

/// A path with `*`, `?` and `**`, as in `{ glob: features/*.yaml }`.
///
/// `*` matches any characters of one name, `?` one character, and a component `**` any number of
/// folders. A name that begins with a dot is matched only by a component that does too.
struct GlobPattern {
  /// The folder to start in, as it is written: the components before the first wildcard.
  let folder: String
  /// The components from the first wildcard on.
  let parts: ArraySlice<Substring>

  init(_ text: String) {
    let all = PathText.parts(of: text)
    let end = all.firstIndex { $0.utf8.contains { "*?".utf8.contains($0) } }
    parts = all[(end ?? max(all.count - 1, 0))...]
    let root = text.utf8.first == UInt8(ascii: "/") ? "/" : ""
    folder = root + all[..<parts.startIndex].joined(separator: "/")
  }

  /// Returns whether one name matches one component; linear in the name for each `*`, without
  /// recursion.
  static func matches(_ name: String, _ part: Substring) -> Bool {
    let name = Array(name.unicodeScalars)
    let part = Array(part.unicodeScalars)
    if name.first == ".", part.first != "." { return false }
    var (nameIndex, partIndex) = (0, 0)
    // The position of the last `*`, and the end of its match in the name so far.
    var lastStar: (part: Int, name: Int)?
    while nameIndex < name.count {
      if partIndex < part.count, part[partIndex] == "*" {
        lastStar = (partIndex, nameIndex)
        partIndex += 1
      } else if partIndex < part.count,
        part[partIndex] == "?" || part[partIndex] == name[nameIndex]
      {
        nameIndex += 1
        partIndex += 1
      } else if let star = lastStar {
        lastStar = (star.part, star.name + 1)
        nameIndex = star.name + 1
        partIndex = star.part + 1
      } else {
        return false
      }
    }
    return part[partIndex...].allSatisfy { $0 == "*" }
  }

  /// The reason why the files of a pattern cannot be found.
  enum Failure: Error {
    case unreadable(folder: String, ReadFailure)
    case tooManyFiles
  }

  /// Returns the matching files below a folder as paths relative to it, sorted by their bytes.
  ///
  /// A folder that does not exist contains no files; one that cannot be listed is an error, because
  /// its files would silently be missing. What it looks at counts against a budget: `**` could walk a
  /// whole disk.
  func files(
    below folder: String, reader: FileReader, within budget: inout ExpansionBudget
  ) throws(Failure) -> [String] {
    var found: Set<ExactText> = []
    // Folders still to search; `**` does not follow symbolic links to folders.
    var pending: [(folder: String, prefix: String, parts: ArraySlice<Substring>)] = []
    pending.append((folder, "", parts))
    while let (folder, prefix, parts) = pending.popLast(), let part = parts.first {
      guard budget.count(Self.partsOfFolder) else { throw .tooManyFiles }
      let rest = parts.dropFirst()
      let isDeep = part == "**"
      if isDeep, !rest.isEmpty { pending.append((folder, prefix, rest)) }
      let entries = try Self.entries(of: folder, reader)
      // Each name is compared with the component.
      let partsOfName = ExpansionBudget.parts(ofBytes: part.utf8.count)
      guard budget.count(entries.count * partsOfName) else { throw .tooManyFiles }
      for entry in entries {
        let path = prefix + entry.name
        if isDeep {
          guard entry.name.utf8.first != UInt8(ascii: ".") else { continue }
          if entry.isFolder {
            pending.append((PathText.joined(folder, entry.name), path + "/", parts))
          } else if rest.isEmpty {
            found.insert(ExactText(path))
          }
        } else if Self.matches(entry.name, part) {
          if rest.isEmpty {
            if !entry.isFolder { found.insert(ExactText(path)) }
          } else {
            pending.append((PathText.joined(folder, entry.name), path + "/", rest))
          }
        }
      }
    }
    guard budget.count(found.count * SourceLoader.partsOfFile) else { throw .tooManyFiles }
    return found.map(\.text).sortedByBytes { $0 }
  }

  /// The cost of listing one folder.
  private static let partsOfFolder = 50

  private static func entries(
    of folder: String, _ reader: FileReader
  ) throws(Failure) -> [FolderEntry] {
    do {
      return try reader.entries(of: folder)
    } catch {
      guard error == .absent else { throw .unreadable(folder: folder, error) }
      return []
    }
  }
}
