/// Makes the codes of new links.
///
/// A code may exist already; the caller that inserts the link asks for another one then.
protocol CodeGenerator: Sendable {
  func nextCode() -> String
}
