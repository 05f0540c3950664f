/// What is said about aliases in several places.
enum AliasFindings {
  /// The fix-it for a star where a service is meant.
  static func reference(_ key: String, at range: Range<Int>) -> Finding.FixIt {
    .init(
      message: "to refer to the service `\(key)`, write a `!ref` reference",
      edits: [.init(range: range, replacement: "!ref \(key)")])
  }
}
