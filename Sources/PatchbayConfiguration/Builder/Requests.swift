public import PatchbayCore
import PatchbayDiagnostics

/// What a program requests of its containers: keys with their types, and scopes that it opens.
///
/// A configuration is compared with it, and so is each environment by `check` and `expectWiring`: a key that no layer
/// defines, a type that the service does not provide, and a scope that is not declared are errors before anything is
/// built.
///
/// ```swift
/// extension Requests {
///   static let program = Requests(.handler, .server, scopes: ["job"]).optionally(.cache)
/// }
///
/// let plan = try configuration.plan(requests: .program, catalog: .app)
/// ```
///
/// An alias counts as its target, and the keys of a parent as those of its child. The keys are entry points, as those of
/// ``Roots`` are: what is not reachable from them is unused.
public struct Requests: Module {
  private(set) var services: [ProgramRequest] = []
  private(set) var scopes: [Located] = []
  private let location: SwiftLocation

  /// Lists what a program cannot do without.
  ///
  /// - Parameters:
  ///   - keys: The keys that it resolves, each with its type.
  ///   - scopes: The scopes that it opens.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  public init<each Service>(
    _ keys: repeat ServiceKey<each Service>, scopes: [ScopeName] = [], fileID: String = #fileID,
    line: Int = #line
  ) {
    location = SwiftLocation(fileID: fileID, line: line)
    let provenance = Provenance(Origin(place: .swift(location), layer: 0))
    self.scopes = scopes.map { Located($0.description, provenance) }
    repeat add(each keys, isOptional: false)
  }

  /// Adds keys that a configuration may leave out or disable; a type that does not fit is an error all the same.
  public func optionally<each Service>(_ keys: repeat ServiceKey<each Service>) -> Requests {
    var requests = self
    repeat requests.add(each keys, isOptional: true)
    return requests
  }

  private mutating func add<Service>(_ key: ServiceKey<Service>, isOptional: Bool) {
    services.append(
      ProgramRequest(
        key: key.name, type: TypeName(Service.self), isOptional: isOptional, place: .swift(location)
      ))
  }

  /// The requests as a part of a configuration.
  public var definitions: Definitions {
    services.isEmpty && scopes.isEmpty ? Definitions() : Definitions([.requests(self)])
  }
}

extension [any Module] {
  /// Returns the modules and what a program requests, if it says so.
  package func and(_ requests: Requests?) -> Self { requests.map { self + [$0] } ?? self }
}
