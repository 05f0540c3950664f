package import PatchbayDiagnostics

/// A factory without its generic type: its signature as data, and its closures.
///
/// Immutable, and a class because every definition of its type refers to it.
package final class CatalogEntry: Sendable {
  /// A setter that is called after the product was made.
  struct Property: Sendable {
    let signature: ParameterSignature
    /// The setter, which returns the product with the property set: the same instance for a class.
    let setter: Setter

    enum Setter: Sendable {
      case immediate(@Sendable (AnyBox, SuppliedArgument) -> AnyBox)
      /// A setter that an actor runs.
      case awaited(@Sendable (AnyBox, SuppliedArgument) async -> AnyBox)
    }

    var isAwaited: Bool { if case .awaited = setter { true } else { false } }
  }

  /// Builds one product; the arguments are in the order of the parameters.
  enum Maker: Sendable {
    case immediate(@Sendable ([SuppliedArgument]) throws -> AnyBox)
    case awaited(@Sendable ([SuppliedArgument]) async throws -> AnyBox)
  }

  /// An instance that the program made, and that is to be injected or notified.
  struct HandedIn: Sendable {
    /// Whether it has to be notified on another actor than the one that runs.
    let isNotifiedElsewhere: @Sendable () -> Bool
  }

  /// Whether a product can be found again while another object retains it.
  enum Identity {
    /// It is no object.
    case none
    case object
    /// It is one object, which the factory's closure retains.
    case constant
  }

  typealias Hook = @Sendable (AnyBox) async throws -> Void
  /// Returns an instance while another object retains it.
  typealias Memory = @Sendable () -> AnyBox?

  package let name: String
  let parameters: [ParameterSignature]
  let contracts: Contracts
  package let location: SwiftLocation
  let maker: Maker
  /// The form that creates producers with static types; nil if that is never possible.
  let form: (any ProducerForm)?
  /// Whether it has such a form: to read that from ``form`` copies it, for 110 instructions a service.
  let hasForm: Bool
  /// Whether its product must not be built in a test.
  let isLive: Bool
  let identity: Identity
  /// Whether a product may leave its isolation.
  let isSendable: Bool
  /// The check for products that have to be injected or notified.
  let finishing: ProductFinishing
  /// Whether it returns an object whose dependencies the plan knows completely.
  let isPlanned: Bool
  /// What most factories do without; nil if it is all empty.
  private let extras: Extras?

  /// Apart, as it is a third of the memory of a factory: a service that is defined in Swift has one of its
  /// own.
  private final class Extras: Sendable {
    let runtimeParameters: [ParameterSignature]
    let properties: [Property]
    let summary: String
    let start: Hook?
    let stop: Hook?
    let handedIn: HandedIn?
    let mistakes: [Diagnostic]

    /// Returns `nil` if all is empty.
    init?(
      _ runtimeParameters: [ParameterSignature], _ properties: [Property], _ summary: String,
      start: Hook?, stop: Hook?, _ handedIn: HandedIn?, _ mistakes: [Diagnostic]
    ) {
      if runtimeParameters.isEmpty, properties.isEmpty, summary.isEmpty, start == nil, stop == nil,
        handedIn == nil, mistakes.isEmpty
      {
        return nil
      }
      self.runtimeParameters = runtimeParameters
      self.properties = properties
      self.summary = summary
      self.start = start
      self.stop = stop
      self.handedIn = handedIn
      self.mistakes = mistakes
    }
  }

  /// The parameters that each request passes, in order.
  var runtimeParameters: [ParameterSignature] { extras?.runtimeParameters ?? [] }
  var properties: [Property] { extras?.properties ?? [] }
  /// What its products are for, for persons; empty if the program does not say.
  var summary: String { extras?.summary ?? "" }
  /// Run by `Container.start()` and `Container.stop()`.
  var start: Hook? { extras?.start }
  var stop: Hook? { extras?.stop }
  /// Whether it has a hook; nothing is retained to find out.
  var hasHook: Bool { if let extras { extras.start != nil || extras.stop != nil } else { false } }
  /// Nil if it makes its products itself, and if the instance needs no work.
  var handedIn: HandedIn? { extras?.handedIn }
  /// The errors of its declaration; a plan reports them.
  var mistakes: [Diagnostic] { extras?.mistakes ?? [] }

  init<Product>(
    name: String,
    parameters: [ParameterSignature],
    product: Product.Type,
    location: SwiftLocation,
    form: (any ProducerForm)? = nil,
    maker: Maker
  ) {
    self.name = name
    self.parameters = parameters
    self.contracts = Contracts(of: TypeName(product))
    self.location = location
    self.maker = maker
    (self.form, hasForm) = (form, form != nil)
    self.identity = .none
    self.isSendable = false
    self.finishing = ProductFinishing(product)
    self.isPlanned = false
    self.isLive = false
    let mistakes = parameters.indices.flatMap { index in
      parameters[index].mistakes(
        "parameter", after: parameters[..<index], of: name, at: location)
    }
    self.extras = Extras(
      parameters.filter { $0.kind == .runtimeArgument }, [], "", start: nil, stop: nil, nil,
      mistakes)
  }

  private init(
    _ other: CatalogEntry,
    properties: [Property]? = nil,
    contracts: Contracts? = nil,
    summary: String? = nil,
    start: Hook? = nil,
    stop: Hook? = nil,
    isLive: Bool? = nil,
    isPlanned: Bool? = nil,
    handedIn: HandedIn? = nil,
    mistakes: [Diagnostic] = [],
    identity: Identity? = nil,
    isSendable: Bool? = nil
  ) {
    self.name = other.name
    self.parameters = other.parameters
    self.contracts = contracts ?? other.contracts
    self.location = other.location
    self.maker = other.maker
    (form, hasForm) = (other.form, other.hasForm)
    self.identity = identity ?? other.identity
    self.isSendable = isSendable ?? other.isSendable
    self.finishing = other.finishing
    self.isPlanned = isPlanned ?? other.isPlanned
    self.extras = Extras(
      other.runtimeParameters, properties ?? other.properties, summary ?? other.summary,
      start: start ?? other.start, stop: stop ?? other.stop, handedIn ?? other.handedIn,
      other.mistakes + mistakes)
    self.isLive = isLive ?? other.isLive
  }

  /// Returns the same factory with an additional contract.
  func adding(_ contract: Contract) -> CatalogEntry {
    guard contractIndex(of: contract.type) == nil else { return self }
    var contracts = contracts
    contracts.append(contract)
    return CatalogEntry(self, contracts: contracts)
  }

  /// Returns the same factory with an additional property.
  func adding(_ property: Property) -> CatalogEntry {
    CatalogEntry(
      self,
      properties: properties + [property],
      mistakes: property.signature.mistakes(
        "property", after: properties.map(\.signature), of: name, at: location))
  }

  /// Returns the same factory with additional errors of its declaration.
  func adding(_ mistakes: [Diagnostic]) -> CatalogEntry { CatalogEntry(self, mistakes: mistakes) }

  /// Returns the same factory with an additional start hook, run after the existing ones.
  func adding(start hook: @escaping Hook) -> CatalogEntry {
    guard let first = start else { return CatalogEntry(self, start: hook) }
    return CatalogEntry(
      self,
      start: {
        try await first($0)
        try await hook($0)
      }
    )
  }

  /// Returns the same factory with an additional stop hook, run before the existing ones.
  func adding(stop hook: @escaping Hook) -> CatalogEntry {
    guard let first = stop else { return CatalogEntry(self, stop: hook) }
    return CatalogEntry(
      self,
      stop: {
        try await hook($0)
        try await first($0)
      }
    )
  }

  /// Returns the same factory with another summary; empty for none.
  func summarized(_ text: String) -> CatalogEntry { CatalogEntry(self, summary: text) }

  func markedLive() -> CatalogEntry { CatalogEntry(self, isLive: true) }

  /// Returns the same factory, for one object that its closure retains: the object can be handed
  /// out before its properties are set, and is never deallocated. `isPlanned` says whether the plan
  /// knows every dependency of the object.
  func alwaysThere(isPlanned: Bool) -> CatalogEntry {
    CatalogEntry(self, isPlanned: isPlanned, identity: .constant)
  }

  /// Returns the same factory, for an instance of the program that is to be injected or notified.
  func handingIn(_ instance: any Sendable) -> CatalogEntry {
    CatalogEntry(
      self,
      handedIn: HandedIn(isNotifiedElsewhere: {
        // A cast of the instance finds a conformance isolated to an actor only on that actor.
        type(of: instance) is any InjectionObserver.Type && !(instance is any InjectionObserver)
      })
    )
  }

  /// Returns the same factory, for a product that is `Sendable`.
  ///
  /// Whether a product's type is `Sendable` is known where a catalog is built, not where a factory
  /// is declared: one initializer serves both kinds, and the compiler has fewer overloads to check.
  package func shareable<Product: Sendable>(as type: Product.Type) -> CatalogEntry {
    CatalogEntry(
      self,
      identity: TypeName(type).isAnObject(size: MemoryLayout<Product>.size) ? .object : nil,
      isSendable: true
    )
  }

  /// Whether its call requires `await`.
  var isAwaited: Bool { if case .awaited = maker { true } else { false } }

  /// Whether a product has an identity, so that it can be handed out before its properties are set.
  var makesClass: Bool { identity != .none }

  /// Returns how a product is found again; nil if it is no object.
  func memory(of product: AnyBox) -> Memory? {
    switch identity {
    case .none: nil
    case .object: product.weakMemory
    case .constant: { product }
    }
  }

  /// The parameters that definitions may name, including those that each request passes, so that a
  /// definition that sets one gets a specific error.
  var configurableNames: [String] { parameters.filter { $0.kind != .resolver }.map(\.name) }

  /// Whether a configuration may pass an argument of this name.
  func hasConfigurable(_ name: String, near position: Int) -> Bool {
    // Most arguments are written in the order of the declaration.
    if position < parameters.count, parameters[position].name == name {
      return parameters[position].kind != .resolver
    }
    return parameters.contains { $0.name == name && $0.kind != .resolver }
  }

  /// Whether each request needs a separate product, which cannot be shared.
  var isAlwaysFresh: Bool { !isSendable || !(extras?.runtimeParameters.isEmpty ?? true) }

  func contractIndex(of type: TypeName) -> Int? {
    contracts.indices.first { contracts.type(at: $0) == type }
  }

  /// The note about the place of the declaration.
  var declaration: String { "`\(name)` is declared at \(location)" }

  /// As Swift declares it: `SMTPMailer(host: String, port: Int = 587)`.
  var signatureText: String {
    "\(name)(\(parameters.map(\.description).joined(separator: ", ")))"
  }

  /// The signature for messages, of which a file may cause thousands: limited to the first
  /// parameters.
  var shortSignature: String {
    let most = 24
    guard parameters.count > most else { return signatureText }
    let some = parameters.prefix(most - 1).map(\.description).joined(separator: ", ")
    return "\(name)(\(some), and \(parameters.count - most + 1) more)"
  }

  /// Why its products may resolve services that no parameter declares; nil if they cannot.
  var opacity: String? {
    if parameters.contains(where: { $0.kind == .resolver }) { return "takes a resolver" }
    if !isPlanned, contracts[0].type.type is any Injectable.Type {
      return "has properties to inject"
    }
    return nil
  }
}
