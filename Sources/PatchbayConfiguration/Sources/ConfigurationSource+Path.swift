extension ConfigurationSource {
  /// The path of a source that is a file; nil for a text that the program itself holds.
  package var path: String? {
    if case .path(let path) = content { path } else { nil }
  }
}
