/// Findings about aliases that several rules share.
enum AliasFindings {
  /// Returns the fix-it for a star in place of a reference to a service.
  static func reference(_ key: String, at range: Range<Int>) -> Finding.FixIt {
    .init(
      message: "to refer to the service `\(key)`, write a `!ref` reference",
      edits: [.init(range: range, replacement: "!ref \(key)")])
  }
}
