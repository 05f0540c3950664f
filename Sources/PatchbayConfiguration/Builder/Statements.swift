public import PatchbayCore
import PatchbayDiagnostics

/// Parameters: configured values that are no services. Definitions use them, and a program can read
/// them.
///
/// ```swift
/// Parameters(["mail": ["from": "no-reply@example.com"], "http.port": 8080])
/// Define("mailer", "SMTPMailer").argument("from", .parameter("mail.from"))
/// ```
///
/// A name splits at its dots, so `mail.from` is the entry `from` of `mail`. Texts are data: `$(…)`
/// in them is not expanded.
public struct Parameters: Module, SingleStatement {
  let values: [String: ParameterValue]
  let location: SwiftLocation

  /// Sets parameters.
  ///
  /// - Parameters:
  ///   - values: The values by their names.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  public init(
    _ values: [String: ParameterValue], fileID: String = #fileID, line: Int = #line
  ) {
    self.init(values, at: SwiftLocation(fileID: fileID, line: line))
  }

  init(_ values: [String: ParameterValue], at location: SwiftLocation) {
    (self.values, self.location) = (values, location)
  }

  var statement: ProgramStatement { .parameters(self) }
}

// What `dump`, `print` and debuggers show of it: never a secret.
extension Parameters: SafelyMirrored {
  /// The values, with `[secret]` under the names of credentials.
  var mirrored: KeyValuePairs<String, Any> { ["values": ParameterValue.shown(values)] }
}

extension Alias: Module, SingleStatement {
  /// Defines a second key for a service.
  ///
  /// - Parameters:
  ///   - key: The second key.
  ///   - target: The key of the service, or another alias.
  ///   - advice: What to use instead, if the alias is deprecated.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  public init(
    _ key: String, of target: String, deprecated advice: String? = nil,
    fileID: String = #fileID, line: Int = #line
  ) {
    // The layer is set when the definitions are added to one.
    let place = SourcePlace.swift(SwiftLocation(fileID: fileID, line: line))
    let provenance = Provenance(Origin(place: place, layer: 0))
    self.init(
      key: key, provenance: provenance, target: Located(target, provenance),
      deprecated: advice.map { Located($0, provenance) })
  }

  var statement: ProgramStatement { .alias(self) }
}

/// The removal of a service or an alias that a lower layer defines: a file's `!remove`.
///
/// If no lower layer defines the key, the plan reports `remove-without-base`; a remaining reference
/// to it is reported as `removed-service`.
public struct Remove: Module, SingleStatement {
  private let key: SwiftName

  /// Removes a service or an alias.
  ///
  /// - Parameters:
  ///   - key: Its key.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  public init(_ key: String, fileID: String = #fileID, line: Int = #line) {
    self.key = SwiftName(text: key, location: SwiftLocation(fileID: fileID, line: line))
  }

  var statement: ProgramStatement { .removal(key) }
}

/// The declared scopes, outermost first. Only one declaration is allowed over all layers.
public struct Scopes: Module, SingleStatement {
  private let names: [SwiftName]

  /// Declares scopes.
  ///
  /// - Parameters:
  ///   - names: The scopes, outermost first.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  public init(_ names: String..., fileID: String = #fileID, line: Int = #line) {
    let location = SwiftLocation(fileID: fileID, line: line)
    self.names = names.map { SwiftName(text: $0, location: location) }
  }

  var statement: ProgramStatement { .scopes(names) }
}

/// The program's entry points. Services that are unreachable from them, and from those that are eager, start or run, are
/// reported as unused.
public struct Roots: Module, SingleStatement {
  private let keys: [SwiftName]

  /// Declares entry points.
  ///
  /// - Parameters:
  ///   - keys: The keys that the program resolves.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  public init(_ keys: String..., fileID: String = #fileID, line: Int = #line) {
    let location = SwiftLocation(fileID: fileID, line: line)
    self.keys = keys.map { SwiftName(text: $0, location: location) }
  }

  var statement: ProgramStatement { .roots(keys) }
}
