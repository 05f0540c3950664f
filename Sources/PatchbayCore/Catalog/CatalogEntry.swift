package import PatchbayDiagnostics

/// A factory without its generic type: its signature as data, and its closures.
///
/// Immutable, and a class because every definition of its type refers to it. A modifier of a factory copies it, with
/// ``changing(_:)``.
package final class CatalogEntry: Sendable {
  /// A setter that is called after the product was made.
  struct Property: Sendable {
    let signature: ParameterSignature
    /// Returns the product with the property set: the same instance for a class.
    let set: @Sendable (AnyBox, SuppliedArgument) -> AnyBox
  }

  /// Builds one product; the arguments are in the order of the parameters.
  enum Maker: Sendable {
    case immediate(@Sendable (inout ArgumentCursor) throws -> AnyBox)
    case awaited(@Sendable (ArgumentCursor) async throws -> AnyBox)
  }

  /// An instance that the program made, and that is to be injected or notified.
  struct HandedIn: Sendable {
    /// Whether it has to be notified on another actor than the one that runs.
    let isNotifiedElsewhere: @Sendable () -> Bool

    init(_ instance: any Sendable) {
      isNotifiedElsewhere = {
        // A cast of the instance finds a conformance isolated to an actor only on that actor.
        type(of: instance) is any InjectionObserver.Type && !(instance is any InjectionObserver)
      }
    }
  }

  /// Whether a product can be found again while another object retains it.
  enum Identity {
    /// It is no object.
    case none
    case object
    /// It is one object, which the factory's closure retains, and which is never deallocated.
    case constant
  }

  typealias Hook = @Sendable (AnyBox) async throws -> Void

  /// What goes on for a product.
  enum Run: Sendable {
    /// Ended by the cancellation of its task.
    case cancelled(Hook)
    /// Ended by a request, which it takes.
    case asked(@Sendable (AnyBox, StopRequest) async throws -> Void)
  }

  /// Returns an instance while another object retains it.
  typealias Memory = @Sendable () -> AnyBox?

  /// What the modifiers of a ``Factory`` and its catalog change.
  struct Details: Sendable {
    var contracts: Contracts
    /// Nil if all of it is empty.
    fileprivate var box: ExtrasBox?
    /// Whether its product must not be built in a test.
    var isLive = false
    var identity = Identity.none
    /// Whether a product may leave its isolation.
    var isSendable = false
    /// Whether a container has something to do for a product when it stops. Not computed, because the container asks
    /// for each product that it builds.
    fileprivate(set) var isStopped = false
    /// Whether it returns an object whose dependencies the plan knows completely.
    var isPlanned = false

    /// What most factories do without.
    var extras: Extras {
      get { box?.content ?? Extras() }
      set {
        box = ExtrasBox(newValue)
        isStopped = newValue.stop != nil || newValue.run != nil
      }
    }
  }

  /// What few factories have. In an object of its own: it is a third of the memory of a factory, and each service that
  /// is defined in Swift has a factory.
  struct Extras: Sendable {
    /// The parameters that each request passes, in order.
    var runtimeParameters: [ParameterSignature] = []
    var properties: [Property] = []
    /// What its products are for, for persons; empty if the program does not say.
    var summary = ""
    /// Run by `Container.start()`.
    var start: Hook?
    /// Goes on from the start until the stop, or until it ends by itself.
    var run: Run?
    /// Returns when the run can be used.
    var ready: Hook?
    /// Run by `Container.stop()`.
    var stop: Hook?
    /// Nil if it makes its products itself, and if the instance needs no work.
    var handedIn: HandedIn?
    /// The errors of its declaration; a plan reports them.
    var mistakes: [Diagnostic] = []
  }

  fileprivate final class ExtrasBox: Sendable {
    let content: Extras
    init(_ content: Extras) { self.content = content }
  }

  package let name: String
  let parameters: [ParameterSignature]
  package let location: SwiftLocation
  let maker: Maker
  /// The form that creates producers with static types; nil if that is never possible.
  let form: (any ProducerForm)?
  /// The check for products that have to be injected or notified.
  let finishing: ProductFinishing
  private let details: Details

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
    self.location = location
    self.maker = maker
    self.form = form
    self.finishing = ProductFinishing(product)
    var details = Details(contracts: Contracts(of: TypeName(product)))
    let runtimeParameters = parameters.filter { $0.kind == .runtimeArgument }
    let mistakes = parameters.indices.flatMap { index in
      parameters[index].mistakes(
        "parameter", after: parameters[..<index], of: name, at: location)
    }
    if !runtimeParameters.isEmpty || !mistakes.isEmpty {
      details.extras = Extras(runtimeParameters: runtimeParameters, mistakes: mistakes)
    }
    self.details = details
  }

  private init(_ other: CatalogEntry, _ details: Details) {
    name = other.name
    parameters = other.parameters
    location = other.location
    maker = other.maker
    form = other.form
    finishing = other.finishing
    self.details = details
  }

  /// Returns the same factory with other details.
  func changing(_ change: (inout Details) -> Void) -> CatalogEntry {
    var details = details
    change(&details)
    return CatalogEntry(self, details)
  }

  /// Returns the same factory with an additional property.
  func adding(_ property: Property) -> CatalogEntry {
    let mistakes = property.signature.mistakes(
      "property", after: properties.map(\.signature), of: name, at: location)
    return changing {
      $0.extras.properties.append(property)
      $0.extras.mistakes += mistakes
    }
  }

  /// Returns the same factory, for a product that is `Sendable`.
  ///
  /// Whether a product's type is `Sendable` is known where a catalog is built, not where a factory
  /// is declared: one initializer serves both kinds, and the compiler has fewer overloads to check.
  package func shareable<Product: Sendable>(as type: Product.Type) -> CatalogEntry {
    changing {
      if TypeName(type).isAnObject(size: MemoryLayout<Product>.size) { $0.identity = .object }
      $0.isSendable = true
    }
  }

  var contracts: Contracts { details.contracts }
  var isLive: Bool { details.isLive }
  var isSendable: Bool { details.isSendable }
  var runtimeParameters: [ParameterSignature] { details.box?.content.runtimeParameters ?? [] }
  var properties: [Property] { details.box?.content.properties ?? [] }
  var summary: String { details.box?.content.summary ?? "" }
  var start: Hook? { details.box?.content.start }
  var run: Run? { details.box?.content.run }
  var ready: Hook? { details.box?.content.ready }
  var stop: Hook? { details.box?.content.stop }
  var handedIn: HandedIn? { details.box?.content.handedIn }
  var mistakes: [Diagnostic] { details.box?.content.mistakes ?? [] }

  /// Whether a container has something to do for a product when it stops.
  var isStopped: Bool { details.isStopped }
  /// What a container does for a product besides making it.
  var hooks: Hooks {
    [start == nil ? [] : .start, run == nil ? [] : .run, stop == nil ? [] : .stop]
  }
  /// Whether a container starts or runs its products, although no service needs them.
  var isEntryPoint: Bool { start != nil || run != nil }
  /// What a container can attempt again at the start.
  var hasAttempts: Bool { start != nil || ready != nil }

  /// Whether its call requires `await`.
  var isAwaited: Bool { if case .awaited = maker { true } else { false } }

  /// Whether a product has an identity, so that it can be handed out before its properties are set.
  var makesClass: Bool { details.identity != .none }

  /// Returns how a product is found again; nil if it is no object.
  func memory(of product: AnyBox) -> Memory? {
    switch details.identity {
    case .none: nil
    case .object: product.weakMemory
    case .constant: { product }
    }
  }

  /// Why its products may resolve services that no parameter declares; nil if they cannot.
  var opacity: String? {
    if parameters.contains(where: { $0.kind == .resolver }) { return "takes a resolver" }
    if !details.isPlanned, contracts[0].type.type is any Injectable.Type {
      return "has properties to inject"
    }
    return nil
  }
}
