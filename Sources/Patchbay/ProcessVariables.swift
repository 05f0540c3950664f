public import PatchbayConfiguration

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

extension ServiceConfiguration {
  /// Returns the current environment variables of this process.
  ///
  /// The only function of the library that reads them for configurations: everything else takes
  /// variables as arguments. Call it once, at the start of a program: a concurrent `setenv` on another thread is
  /// a data race.
  public static func processVariables() -> [String: String] {
    var variables: [String: String] = [:]
    // `environ` is an array of C strings that ends with a null pointer; each is copied at once.
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
        variables[String(text[..<equals])] = String(text[text.utf8.index(after: equals)...])
      }
      next += 1
    }
    return variables
  }
}
