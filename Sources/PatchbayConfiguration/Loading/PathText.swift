/// Operations on paths as bytes, without access to the file system.
package enum PathText {
  /// Returns a path relative to a folder; an absolute one is unchanged, and one in `.` as it is written.
  package static func joined(_ folder: String, _ path: String) -> String {
    if path.utf8.first == slash || folder.isEmpty { return path }
    if path.isEmpty { return folder }
    if folder == "." { return path }
    return folder.utf8.last == slash ? folder + path : "\(folder)/\(path)"
  }

  /// Returns the folder of a path's last component; `.` for a bare name.
  package static func folder(of path: String) -> String {
    let bytes = path.utf8
    guard let last = bytes.lastIndex(of: slash) else { return "." }
    return last == bytes.startIndex ? "/" : String(path[..<last])
  }

  package static func lastPart(of path: String) -> String {
    guard let last = path.utf8.lastIndex(of: slash) else { return path }
    return String(path[path.utf8.index(after: last)...])
  }

  /// Returns the end of a path's last component from its last dot on, such as `.yaml`; empty without one.
  static func fileExtension(of path: String) -> String {
    let name = lastPart(of: path)
    return name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[$0...]) } ?? ""
  }

  /// Returns a path without `.`, `..` and doubled slashes, as far as the text alone allows.
  package static func tidied(_ path: String) -> String {
    let isAbsolute = path.utf8.first == slash
    var kept: [Substring] = []
    for part in parts(of: path) {
      switch part {
      case ".": continue
      case "..":
        if let last = kept.last, last != ".." {
          kept.removeLast()
        } else if !isAbsolute {
          kept.append(part)
        }
      default: kept.append(part)
      }
    }
    let text = kept.joined(separator: "/")
    if isAbsolute { return "/" + text }
    return text.isEmpty ? "." : text
  }

  /// Returns a canonical path relative to a canonical folder; nil if it is not inside.
  package static func relative(_ path: String, to folder: String) -> String? {
    if folder.utf8.elementsEqual("/".utf8) { return String(path.dropFirst()) }
    let prefix = folder + "/"
    guard path.utf8.starts(with: prefix.utf8) else { return nil }
    return String(path[path.utf8.index(path.startIndex, offsetBy: prefix.utf8.count)...])
  }

  /// Returns a canonical path relative to a canonical folder, with `..` for what is outside it; `.`
  /// for the folder itself.
  static func relative(_ path: String, from folder: String) -> String {
    let (own, base) = (parts(of: path), parts(of: folder))
    let common = zip(own, base).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let steps = base.dropFirst(common).map { _ in Substring("..") } + own.dropFirst(common)
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  /// Whether a canonical path is a canonical folder or inside it.
  package static func isInside(_ path: String, _ folder: String) -> Bool {
    path.utf8.elementsEqual(folder.utf8) || relative(path, to: folder) != nil
  }

  /// Returns the components between the slashes, without empty ones.
  ///
  /// A slash is searched as a scalar: as a Character it could have a combining mark.
  package static func parts(of path: String) -> [Substring] {
    path.utf8.split(separator: slash).map { Substring($0) }
  }

  /// Returns a path with a slash for each backslash; nil if it has none.
  static func withSlashes(_ path: String) -> String? {
    guard path.utf8.contains(UInt8(ascii: "\\")) else { return nil }
    return String(decoding: path.utf8.map { $0 == UInt8(ascii: "\\") ? slash : $0 }, as: UTF8.self)
  }

  static let slashAdvice = "the parts of a path have `/` between them, on every system"

  private static let slash = UInt8(ascii: "/")
}
