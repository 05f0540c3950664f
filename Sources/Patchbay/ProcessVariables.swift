public import PatchbayConfiguration
public import PatchbayDiagnostics

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

  /// Returns the environment variables of this process, and those of files that the process does not have.
  ///
  /// ```swift
  /// let container = try Container(
  ///   loading: "Config/services.yaml",
  ///   variables: ServiceConfiguration.processVariables(envFiles: ["local.env"]),
  ///   catalog: .app)
  /// ```
  ///
  /// A file has a line `NAME=VALUE` for each variable, as <doc:Commands> describes. The process wins
  /// over all files, and a later file over those before it. `PATCHBAY_ENV` in a file selects the
  /// environment as one of the process does.
  ///
  /// - Parameter envFiles: The paths of the files. A relative one counts from the working directory.
  /// - Returns: The variables, for `variables:` of a container or of a plan.
  /// - Throws: ``DiagnosticsError`` with every error: a file that cannot be read, a line that sets no
  ///   variable, and a name that a file sets twice.
  public static func processVariables(
    envFiles: [String]
  ) throws(DiagnosticsError) -> [String: String] {
    try DotEnvFile.variables(processVariables(), over: envFiles)
  }
}
