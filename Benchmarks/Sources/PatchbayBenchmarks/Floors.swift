// What a person would write by hand: the floors that requests are measured against.

enum Floor {
  static let greeter: any Greeter = EnglishGreeter()
  static let opaque: any OpaqueGreeter = EnglishGreeter()
  static let table: [String: any Greeter] = [
    "greeter.english": greeter, "greeter.french": EnglishGreeter(),
    "greeter.german": EnglishGreeter(), "greeter.italian": EnglishGreeter(),
  ]
  static let makeGreeter: @Sendable () throws -> EnglishGreeter = { EnglishGreeter() }

  // Not inlined, so that the result is owned as that of a request is.
  @inline(never) static func ownedGreeter() -> any Greeter { greeter }
  @inline(never) static func ownedOpaque() -> any OpaqueGreeter { opaque }

  @inline(never) static func transientGraph() -> Top {
    Top(left: Left(leaf: Leaf()), right: Right(leaf: Leaf()))
  }

  @inline(never) static func sharedGraph() -> Top {
    let leaf = Leaf()
    return Top(left: Left(leaf: leaf), right: Right(leaf: leaf))
  }
}

// Takes a result that the compiler must not leave out.
@_optimize(none) @inline(never) func use(_ service: borrowing any Greeter) {}
@_optimize(none) @inline(never) func use(_ service: any OpaqueGreeter) {}
@_optimize(none) @inline(never) func use(_ service: EnglishGreeter) {}
@_optimize(none) @inline(never) func use(_ service: Top) {}
@_optimize(none) @inline(never) func use(_ service: Leaf) {}
