import PatchbayConfiguration
import PatchbayDiagnostics

/// Paths from the root of a repository, by which GitHub finds its files.
struct RepositoryPaths: Sendable {
  private let folder = canonical(".")
  /// The root as it was named, for absolute paths, and without symbolic links, for relative ones.
  private let roots: [String]

  /// Creates the paths of the repository that GitHub names by its variable; without it, the root is the working
  /// directory.
  init(ofGitHub variables: [String: String]) {
    let root = variables["GITHUB_WORKSPACE"] ?? ""
    roots = root.isEmpty ? [folder] : [root, Self.canonical(root)]
  }

  /// Returns the path from the root to a file; as it is for a file outside.
  func path(to file: String) -> String {
    let path = PathText.tidied(PathText.joined(folder, file))
    return roots.lazy.compactMap { PathText.relative(path, to: $0) }.first ?? file
  }

  private static func canonical(_ path: String) -> String {
    (try? FileOperations.system.canonicalPath(path).get()) ?? path
  }
}
