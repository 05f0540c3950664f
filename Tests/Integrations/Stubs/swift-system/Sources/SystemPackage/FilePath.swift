public struct FilePath: Sendable {
  public let string: String
  public init(_ string: String) { self.string = string }
}
