import PatchbayDiagnostics

// Errors in the declarations of factories. Every plan reports them, whether a definition uses the
// factory or not.

extension CatalogEntry {
  /// Returns the error of two declarations with the same name in a catalog.
  func namedAs(_ first: CatalogEntry) -> Diagnostic {
    let isOneLine = first.location == location
    return Diagnostic(
      .duplicateFactory, "two factories are named `\(name)`",
      at: .swift(location), isOneLine ? "declared here twice" : "declared here again"
    )
    .label(isOneLine ? nil : .swift(first.location), "declared here before")
    .fix("give each a name of its own")
  }

  /// Returns the error of a product that is the protocol itself: Swift inferred the protocol that
  /// `provides` adds as the closure's result.
  func makesExistential(_ type: TypeName) -> Diagnostic {
    Diagnostic(
      .existentialProduct,
      "the factory `\(name)` makes `\(type)`, and `.provides` adds the same type",
      at: .swift(location), "the concrete type is not known here"
    )
    .fix(
      "write the concrete type as the closure's result, or leave `.provides` out",
      suggestion: "{ … -> <type> in")
  }
}

extension CatalogEntry {
  /// Returns the error of a second `onRun`.
  func runTwice(at second: SwiftLocation) -> Diagnostic {
    Diagnostic(
      .duplicateRun, "the factory `\(name)` has two runs", at: .swift(second), "added here again"
    )
    .label(second == location ? nil : .swift(location), "declared here")
    .fix("do both in one `onRun`, in a task group")
  }
}

extension ParameterSignature {
  /// Returns the errors of a parameter or a property, by `noun`, as a factory declares it.
  func mistakes(
    _ noun: String,
    after earlier: some Collection<ParameterSignature>,
    of factory: String,
    at location: SwiftLocation
  ) -> [Diagnostic] {
    var mistakes: [Diagnostic] = []
    let isProperty = noun == "property"
    if earlier.contains(where: { $0.name == name }) {
      mistakes.append(
        Diagnostic(
          .duplicateParameter,
          "the factory `\(factory)` declares two \(isProperty ? "properties" : "parameters") named "
            + "`\(name)`",
          at: .swift(location), "declared here"
        )
        .fix("give each a name of its own"))
    }
    if takesContract, let form = contract.optional {
      let wrapped = TypeName(form.wrapped)
      let type = wrapped.isExistential ? "(\(wrapped))?" : "\(wrapped)?"
      mistakes.append(
        Diagnostic(
          .optionalService,
          "the \(noun) `\(name)` of `\(factory)` takes a service of the optional type `\(type)`",
          at: .swift(location), "declared here"
        )
        .note("a parameter is nil only if the service is missing, not if the service itself is nil")
        .fix(
          isProperty
            ? "a definition may leave a property out: take `\(wrapped)`"
            : "declare it with `.optional(\"\(name)\")`"))
    }
    return mistakes
  }
}
