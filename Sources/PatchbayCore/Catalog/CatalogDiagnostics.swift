import PatchbayDiagnostics

// Errors in the declarations of factories. Every plan reports them, whether a definition uses the
// factory or not.

extension CatalogEntry {
  /// Returns the error of two declarations with the same name in a catalog.
  func namedAs(_ first: CatalogEntry) -> Diagnostic {
    Diagnostic(
      .duplicateFactory,
      "two factories are named `\(name)`",
      labels: [
        .init(.swift(location), "declared here again"),
        .init(.swift(first.location), "declared here before"),
      ],
      fixIts: [.init("give each a name of its own")]
    )
  }

  /// Returns the error of a product that is the protocol itself: Swift inferred the protocol that
  /// `provides` adds as the closure's result.
  func makesExistential(_ type: TypeName) -> Diagnostic {
    Diagnostic(
      .existentialProduct,
      "the factory `\(name)` makes `\(type)`, and `.provides` adds the same type",
      labels: [.init(.swift(location), "the concrete type is not known here")],
      fixIts: [
        .init(
          "write the concrete type as the closure's result, or leave `.provides` out",
          suggestion: "{ … -> <type> in")
      ]
    )
  }
}

/// Returns the errors of a parameter or a property as a factory declares it.
///
/// - Parameters:
///   - noun: `parameter` or `property`.
///   - signature: The declaration.
///   - earlier: The parameters or properties that are declared before it.
///   - factory: The factory's name.
///   - location: The place of the factory's declaration.
/// - Returns: One diagnostic for each error; none if the declaration is valid.
func declarationMistakes(
  _ noun: String,
  _ signature: ParameterSignature,
  after earlier: some Collection<ParameterSignature>,
  of factory: String,
  at location: SwiftLocation
) -> [Diagnostic] {
  var mistakes: [Diagnostic] = []
  if earlier.contains(where: { $0.name == signature.name }) {
    mistakes.append(
      Diagnostic(
        .duplicateParameter,
        "the factory `\(factory)` declares two \(noun == "property" ? "properties" : "parameters") "
          + "named `\(signature.name)`",
        labels: [.init(.swift(location), "declared here")],
        fixIts: [.init("give each a name of its own")]
      ))
  }
  if signature.kind == .service, let form = signature.contract.type as? any OptionalValue.Type {
    let wrapped = TypeName(form.wrapped)
    let type = wrapped.isExistential ? "(\(wrapped))?" : "\(wrapped)?"
    mistakes.append(
      Diagnostic(
        .optionalService,
        "the \(noun) `\(signature.name)` of `\(factory)` takes a service of the optional type "
          + "`\(type)`",
        labels: [.init(.swift(location), "declared here")],
        notes: ["a service is never nil"],
        fixIts: [
          noun == "property"
            ? .init("a definition may leave a property out: take `\(wrapped)`")
            : .init("declare it with `.optional(\"\(signature.name)\")`")
        ]
      ))
  }
  return mistakes
}
