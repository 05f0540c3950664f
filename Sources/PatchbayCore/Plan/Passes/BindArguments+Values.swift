import PatchbayDiagnostics

/// Decodes a value by the parameter's declared type.
func bindValue(
  _ argument: GivenArgument,
  _ use: ParameterUse,
  _ draft: inout PlanDraft
) -> BoundArgument? {
  let value = argument.value
  if let service = firstService(in: value) {
    draft.report(draft.serviceForValue(service, use))
    return nil
  }
  if hasFault(value) { return nil }
  guard let decode = use.parameter.decode else { return nil }
  do throws(ValueMismatch) {
    return .value(try decode(value))
  } catch {
    let all = mismatches(
      of: value, as: use.parameter.type.type, decode, first: error)
    for mismatch in all { draft.report(draft.argumentType(mismatch, argument.argument, use)) }
    return nil
  }
}

/// Returns the first service among a value's parts; without recursion, because the user determines
/// the depth.
private func firstService(in value: ConfigurationValue) -> ServiceUse? {
  if case .scalar = value.content { return nil }
  var pending = [value]
  while let next = pending.popLast() {
    switch next.content {
    case .service(let use): return use
    case .list(let elements): pending.append(contentsOf: elements.reversed())
    case .map(let entries): pending.append(contentsOf: entries.reversed().map(\.value))
    case .null, .scalar, .faulty: break
    }
  }
  return nil
}

private func hasFault(_ value: ConfigurationValue) -> Bool {
  if case .scalar = value.content { return false }
  var pending = [value]
  while let next = pending.popLast() {
    switch next.content {
    case .faulty: return true
    case .list(let elements): pending.append(contentsOf: elements)
    case .map(let entries): pending.append(contentsOf: entries.map(\.value))
    case .null, .scalar, .service: break
    }
  }
  return false
}
