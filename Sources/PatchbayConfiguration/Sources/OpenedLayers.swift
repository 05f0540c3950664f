/// The layers of a load above the base: read and parsed, and not merged yet.
struct OpenedLayers {
  /// The selected environment; nil for the base alone.
  let environment: String?
  /// Contains all files.
  var shared: SharedLoader
  /// The sibling of the environment, overlays, and layers of the program, low to high. The sections of
  /// the environment are below them.
  var parts: [Part] = []
  /// Whether no file failed.
  var isWhole = true

  enum Part {
    case files(FileGroup)
    case program(Definitions, String)
  }

  /// Borrowed: a getter would copy the whole loader.
  var loader: SourceLoader { _read { yield shared.loader } }
}
