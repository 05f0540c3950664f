/// How a type is initialized: by one of its initializers, or by the one that the compiler makes.
struct Initialization {
  let parameters: [ParameterDeclaration]
  /// The index of the token that the plan names as the factory's place.
  let start: Int
  /// The declared initializer; nil for the compiler's.
  private let declaration: InitializerDeclaration?

  /// Finds the initializer that is meant.
  init(of type: TypeDeclaration, in use: LocatedSource) throws(MacroError) {
    let chosen = try Self.choose(in: type, use)
    declaration = chosen
    if let chosen {
      try Self.check(chosen, of: type, use)
      parameters = chosen.parameters
      start = chosen.start
    } else {
      parameters = try Self.memberwise(type, use)
      start = type.start
    }
    let errors = parameters.compactMap { Self.error(of: $0, use) }
    if !errors.isEmpty { throw MacroError(errors) }
  }

  /// The kind of factory that can call it.
  func kind(in type: TypeDeclaration) -> FactorySource.Kind {
    if declaration?.isAsync == true { return .async }
    guard let declaration else {
      return Self.kind(ofActor: type.attributes, type.modifiers)
    }
    if declaration.modifiers.contains("nonisolated") { return .immediate }
    let own = Self.kind(ofActor: declaration.attributes, declaration.modifiers)
    return own == .immediate ? Self.kind(ofActor: type.attributes, type.modifiers) : own
  }

  /// The closure that calls it: `{ try Mailer(host: $0, port: $1) }`.
  ///
  /// A reference would be shorter, but in the language mode of Swift 5 the compiler warns that it is
  /// not `@Sendable`.
  func call(of name: String, in type: TypeDeclaration) -> String {
    let arguments = parameters.enumerated().map { "\($1.callLabel): $\($0)" }
    let effects =
      (declaration?.canThrow == true ? "try " : "") + (kind(in: type) == .async ? "await " : "")
    return "{ \(effects)\(name)(\(arguments.joined(separator: ", "))) }"
  }

  /// The main actor has factories of its own; what runs on another one is awaited. Their types are
  /// recognized by their names, which end in `Actor` by convention.
  private static func kind(
    ofActor attributes: [Attribute], _ modifiers: Set<String>
  ) -> FactorySource.Kind {
    if modifiers.contains("nonisolated") { return .immediate }
    if attributes.contains(where: { $0.name == "MainActor" }) { return .main }
    return attributes.contains { $0.name.hasSuffix("Actor") } ? .async : .immediate
  }

  private static func choose(
    in type: TypeDeclaration, _ use: LocatedSource
  ) throws(MacroError) -> InitializerDeclaration? {
    let all = type.members.initializers
    let marked = all.filter {
      $0.attributes.contains { $0.name == ProvidedInitializerMacro.name }
    }
    if marked.count > 1 {
      throw use.error(
        "`@ProvidedInitializer` marks one initializer of `\(type.name)`, and not several",
        at: marked[1].start)
    }
    let usable = all.filter { !$0.isUnavailable }
    let visible = usable.filter { !$0.isPrivate }
    let candidates = visible.isEmpty ? usable : visible
    if marked.isEmpty, candidates.count > 1 {
      throw MacroError(
        "`\(type.name)` has several initializers: mark the one that configurations use with "
          + "`@ProvidedInitializer`",
        at: use.position(type.start),
        notes: candidates.map { .init(position: use.position($0.start), message: "one of them") })
    }
    if let chosen = marked.first ?? candidates.first { return chosen }
    if !all.isEmpty { throw none(type, use) }
    return nil
  }

  private static func none(_ type: TypeDeclaration, _ use: LocatedSource) -> MacroError {
    use.error(
      "`\(type.name)` has no initializer to take the parameters from: declare one",
      at: type.start)
  }

  private static func check(
    _ chosen: InitializerDeclaration, of type: TypeDeclaration, _ use: LocatedSource
  ) throws(MacroError) {
    let problem: String? =
      if chosen.isPrivate {
        "is private: remove `private`"
      } else if chosen.isConditional {
        "is inside of `#if`, whose condition is not known here: declare it with `Factory(…)`"
      } else if chosen.isFailable {
        "may return nil: throw an error instead"
      } else if chosen.isGeneric {
        "is generic: use types, such as `any P` for `some P`"
      } else {
        nil
      }
    if let problem {
      throw use.error(
        "the initializer of `\(type.name)` \(problem)", at: chosen.start)
    }
  }

  private static func error(
    of parameter: ParameterDeclaration, _ use: LocatedSource
  ) -> MacroError? {
    let message: String
    switch parameter.obstacle {
    case nil:
      guard let place = parameter.placeInDefault else { return nil }
      message =
        "`\(place)` as a part of a default is another one in the factory: use it alone, or leave it out"
    case .noLabel: message = "a parameter without a label has no name for configurations"
    case .isVariadic:
      message = "a variadic parameter cannot be given by a configuration: take an array"
    case .isNotEscaping: message = "a function has to be `@escaping` to outlive its initializer"
    case .isOfCaller:
      message = "an `@autoclosure` or `isolated` parameter cannot be given by a configuration"
    case .isInout: message = "an `inout` parameter cannot be given by a configuration"
    case .isOpaque:
      message = "a generic parameter cannot be given by a configuration: write `any` for `some`"
    }
    return use.error(message, at: parameter.start)
  }
}

// MARK: - The compiler's initializers

extension Initialization {
  /// The parameters of the initializer that the compiler makes.
  private static func memberwise(
    _ type: TypeDeclaration, _ use: LocatedSource
  ) throws(MacroError) -> [ParameterDeclaration] {
    let properties = type.members.properties
    guard type.keyword == "struct" else {
      // Classes and actors have one without parameters, if every property has a value.
      if properties.contains(where: { $0.isParameter && $0.defaultValue == nil }) {
        throw none(type, use)
      }
      return []
    }
    let stored = properties.filter(\.isParameter)
    if let (property, why) = stored.lazy.compactMap({ property in
      obstacle(property).map { (property, $0) }
    }).first {
      let name = property.name == "(" ? "one of its properties" : "its property `\(property.name)`"
      throw use.error(
        "`\(type.name)` needs an initializer, because \(name) is \(why)",
        at: property.start)
    }
    return stored.map {
      ParameterDeclaration(
        label: $0.name, type: $0.type, written: WrittenType($0.type),
        defaultValue: $0.defaultValue, obstacle: nil, start: $0.start
      )
    }
  }

  /// Why it is uncertain, or not visible, what the compiler's initializer takes for a property.
  private static func obstacle(_ property: PropertyDeclaration) -> String? {
    if property.isConditional { return "inside of `#if`" }
    if property.modifiers.contains("private") { return "private" }
    if property.modifiers.contains("lazy") { return "lazy" }
    if property.name == "(" { return "a tuple" }
    let harmless: Set = ["available", "usableFromInline", "preconcurrency"]
    if let wrapper = property.attributes.first(where: {
      !harmless.contains($0.name) && !$0.name.hasSuffix("Actor")
    }) {
      return "wrapped by `@\(wrapper.name)`"
    }
    return nil
  }
}
