/// The error that stopped libyaml, with UTF-8 offsets.
struct YAMLProblem: Error, Sendable, Equatable {
  /// Whether memory ran out; then the text at the offset is not the cause.
  var isLackOfMemory = false
  /// libyaml's message.
  var message: String
  var offset: Int
  /// libyaml's description of what it was reading; nil if it provided none.
  var context: String?
  /// The offset where the context begins.
  var contextOffset: Int?

  static let lackOfMemory = Self(isLackOfMemory: true, message: "memory ran out", offset: 0)
}
