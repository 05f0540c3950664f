enum SecretScanner {
  static func ranges(in bytes: [UInt8]) -> [Range<Int>] { [] }
}
