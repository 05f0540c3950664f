/// A loader that reads no further source.
///
/// A class, because configurations, their plans, and the layers above them refer to it: each copy of a
/// loader costs 300 instructions.
final class SharedLoader: Sendable {
  let loader: SourceLoader

  /// A loader of no files.
  static let withoutFiles = SharedLoader(SourceLoader(reader: FileReader(), limits: LoadLimits()))

  init(_ loader: SourceLoader) { self.loader = loader }

  /// Returns a changed copy.
  func changing(_ edit: (inout SourceLoader) -> Void) -> SharedLoader {
    var loader = loader
    edit(&loader)
    return SharedLoader(loader)
  }
}
