import PatchbayDiagnostics

// Errors of kind: a service for a value parameter, a value for a service, several services for one.

func serviceWhereValueIsDeclared(
  _ service: ServiceUse,
  _ use: ParameterUse,
  _ draft: PlanDraft
) -> Diagnostic {
  argumentKind(
    "takes a value, found a service",
    service.place,
    "a service, where `\(use.parameter.typeText)` is declared",
    use,
    draft,
    fixIts: [
      .init("write the value itself, or declare the parameter with `.service` in the factory")
    ]
  )
}

func valueWhereServiceIsDeclared(
  _ argument: Argument,
  _ use: ParameterUse,
  _ draft: PlanDraft
) -> Diagnostic {
  let contract = use.parameter.contract
  var fixIts: [Diagnostic.FixIt] = []
  if case .scalar(let scalar) = argument.value.content, argument.value.disclosure == .open {
    // The key without `!ref` is a frequent error of users who know other containers.
    let target = draft.meanings[scalar.text]
    if case .service(let index) = target, argument.value.provenance.via.isEmpty {
      fixIts = [
        .init(
          "to refer to the service `\(scalar.text)`, write "
            + (argument.value.place.isSwift
              ? "`.reference(\"\(scalar.text)\")`" : "a `!ref` reference"),
          edits: argument.value.place.span.map { [.init($0, "!ref \(scalar.text)")] } ?? [],
          isCertain: draft.provides(index, use.parameter.contract) && !draft.sharesText(use.node)
        )
      ]
    }
  }
  if fixIts.isEmpty {
    fixIts = [quotedTag(argument.value, draft, use) ?? candidates(for: contract, draft)]
  }
  return argumentKind(
    "takes a service, found \(ValueMismatch("", type: Never.self, value: argument.value).found)",
    argument.value.place,
    "expected a service that provides `\(contract)`",
    use,
    draft,
    fixIts: fixIts
  )
}

/// Handles a YAML tag inside the quotes, where it is part of the text: `"!ref pool"`.
private func quotedTag(
  _ value: ConfigurationValue, _ draft: PlanDraft, _ use: ParameterUse
) -> Diagnostic.FixIt? {
  guard case .scalar(let scalar) = value.content, scalar.isQuoted, value.disclosure == .open,
    value.provenance.via.isEmpty
  else { return nil }
  let words = scalar.text.split(separator: " ")
  guard let tag = words.first, ["!ref", "!optional", "!tagged", "!inner"].contains(tag),
    words.count == (tag == "!inner" ? 1 : 2)
  else { return nil }
  var isCertain = false
  if tag == "!ref", case .service(let index) = draft.meanings[String(words[1])] {
    isCertain = draft.provides(index, use.parameter.contract) && !draft.sharesText(use.node)
  }
  return .init(
    "in quotes `\(tag)` is a part of the text: remove them",
    edits: value.place.span.map { [.init($0, scalar.text)] } ?? [],
    isCertain: isCertain
  )
}

func severalWhereOneIsDeclared(
  _ argument: Argument,
  _ place: SourcePlace,
  _ use: ParameterUse,
  _ draft: PlanDraft
) -> Diagnostic {
  argumentKind(
    "takes one service, found all services of a tag",
    place,
    "gives several services",
    use,
    draft,
    fixIts: [
      .init("refer to one of them with `!ref`, or declare the parameter with `.services`")
    ]
  )
}

func optionalWhereOneIsNeeded(
  _ service: ServiceUse,
  _ use: ParameterUse,
  _ draft: PlanDraft
) -> Diagnostic {
  var edits: [TextEdit] = []
  if case .optional(let key) = service.target, let span = service.place.span {
    edits = [.init(span, "!ref \(key.text)")]
  }
  return argumentKind(
    "takes a service that must be there, found `!optional`",
    service.place,
    "may give none",
    use,
    draft,
    fixIts: [
      .init("write `!ref`, or declare the parameter with `.optional` in the factory", edits: edits)
    ]
  )
}

func otherWhereSeveralAreDeclared(
  _ argument: Argument,
  _ use: ParameterUse,
  _ draft: PlanDraft
) -> Diagnostic {
  let wantsKeys = use.parameter.kind == .serviceDictionary
  let expected =
    wantsKeys ? "`!tagged` or a map of references" : "`!tagged` or a list of references"
  var fixIts: [Diagnostic.FixIt] = []
  if !wantsKeys, case .service(let service) = argument.value.content,
    case .reference(let key) = service.target, let span = service.place.span
  {
    let edit = TextEdit(span, "[!ref \(key.text)]")
    var isCertain = false
    if case .service(let index) = draft.meanings[key.text] {
      isCertain = draft.provides(index, use.parameter.contract) && !draft.sharesText(use.node)
    }
    fixIts = [.init("make it a list of one", edits: [edit], isCertain: isCertain)]
  } else if let unquoted = quotedTag(argument.value, draft, use) {
    fixIts = [unquoted]
  }
  return argumentKind(
    "takes several services, found "
      + ValueMismatch("", type: Never.self, value: argument.value).found,
    argument.value.place,
    "expected \(expected)",
    use,
    draft,
    fixIts: fixIts
  )
}

private func argumentKind(
  _ fact: String,
  _ place: SourcePlace,
  _ label: String,
  _ use: ParameterUse,
  _ draft: PlanDraft,
  fixIts: [Diagnostic.FixIt]
) -> Diagnostic {
  Diagnostic(
    .argumentKind,
    "\(use.subject(in: draft)) \(fact)",
    labels: [.init(place, label)],
    notes: ["\(use.declaredName) is declared `\(use.parameter.typeText)` at \(use.entry.location)"],
    fixIts: fixIts
  )
}

extension PlanDraft {
  /// Whether a reference to a service, through its decorators, provides the declared type.
  fileprivate func provides(_ index: Int, _ contract: TypeName) -> Bool {
    nodes[outermost(of: index)].entry?.contractIndex(of: contract) != nil
  }
}
