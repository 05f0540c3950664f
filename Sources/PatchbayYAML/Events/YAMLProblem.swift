/// What stopped libyaml, with UTF-8 offsets.
struct YAMLProblem: Error, Sendable, Equatable {
  /// Whether memory ran out; then there is nothing wrong at the offset.
  var isLackOfMemory = false
  /// libyaml's words for the fact.
  var message: String
  var offset: Int
  /// libyaml's words for what it was reading; nil where it said none.
  var context: String?
  /// Where that began.
  var contextOffset: Int?

  static let lackOfMemory = Self(isLackOfMemory: true, message: "memory ran out", offset: 0)
}
