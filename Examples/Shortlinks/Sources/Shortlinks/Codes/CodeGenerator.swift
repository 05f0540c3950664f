/// Makes the codes of new links.
///
/// A code may be one that exists already; whoever inserts the link asks for another then.
protocol CodeGenerator: Sendable {
  func nextCode() -> String
}
