public import PatchbayConfiguration

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension ConfigurationSource {
  /// Returns the configuration file that ships with a program.
  ///
  /// ```swift
  /// let container = try Container(
  ///   loading: .shipped("Config/services.yaml", variable: "APP_CONFIG"), catalog: .app)
  /// ```
  ///
  /// The first of these that applies is used:
  ///
  /// 1. the file that the variable names, relative to the working directory, if the variable is set
  ///    and not empty;
  /// 2. the path from the folder of the executable, for example `/opt/app/Config/services.yaml` for
  ///    `/opt/app/app`;
  /// 3. the path from the folder above that, for example for `/opt/app/bin/app`;
  /// 4. the path from the working directory, or from the nearest folder above it that has the file,
  ///    for a program that is started while it is developed.
  ///
  /// The option `--config` of a program with `PatchbayCommand` precedes all of them. If there is no
  /// such file, loading the source throws `file-not-found` with the folders that were searched.
  /// Symbolic links to the executable are followed. The search is made by this call, and reads
  /// nothing but the names of files.
  ///
  /// - Parameters:
  ///   - path: The relative path of the file. An absolute one is used as it is.
  ///   - variable: The name of an environment variable that can name another file.
  ///   - variables: The environment variables; nil for those of the process.
  /// - Returns: The source, to load a configuration from.
  public static func shipped(
    _ path: String, variable: String? = nil, variables: [String: String]? = nil
  ) -> ConfigurationSource {
    if let variable {
      let named = (variables ?? ServiceConfiguration.processVariables())[variable] ?? ""
      if !named.isEmpty { return ConfigurationSource(path: named, request: .variable(variable)) }
    }
    if path.hasPrefix("/") { return ConfigurationSource(path: path) }
    let file = ShippedFile(
      path, programFolder: Self.canonical(Self.programPath).map(PathText.folder),
      workingFolder: Self.canonical("."))
    return ConfigurationSource(
      path: file.find { access($0, F_OK) == 0 } ?? path,
      request: .shipped(variable: variable, option: nil, folders: file.programFolders))
  }

  /// A path of the executable.
  private static var programPath: String {
    #if canImport(Darwin)
      var capacity = UInt32(PATH_MAX)
      let path = [CChar](unsafeUninitializedCapacity: Int(capacity)) { buffer, count in
        // Writes at most `capacity` bytes, with a NUL at the end, or returns -1.
        let isWritten = _NSGetExecutablePath(buffer.baseAddress, &capacity) == 0
        count = isWritten ? strlen(buffer.baseAddress!) : 0
      }
      return String(decoding: path.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
      return "/proc/self/exe"
    #endif
  }

  /// Returns a path without links; nil if nothing has it.
  private static func canonical(_ path: String) -> String? {
    try? FileOperations.system.canonicalPath(path).get()
  }
}
