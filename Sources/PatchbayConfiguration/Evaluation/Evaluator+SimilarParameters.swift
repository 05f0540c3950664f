import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension Evaluator {
  /// Warns of parameters that an upper layer adds and that were probably meant to set one of a lower
  /// layer: no text names them, and some text uses one with nearly the same name.
  mutating func warnOfSimilarParameters(above first: Int) {
    guard !collector.hasErrors else { return }
    for row in parameters.rows where row.value.layer >= first && isUnusedAddition(row) {
      guard let meant = parameterMeant(by: row) else { continue }
      report(
        Diagnostic(
          .similarName,
          "`\(row.name)` is a new parameter that nothing uses, and nearly has the name `\(meant.name)`",
          at: row.keyPlace, "a new name"
        )
        .asWarning
        .label(meant.keyPlace, "`\(meant.name)` is set here")
        .fix(Self.rename(row, to: meant)))
    }
  }

  /// Returns the parameter of a lower layer that an unused one was probably meant to set.
  func parameterMeant(by row: ParameterTable.Row) -> ParameterTable.Row? {
    let below = parameters.rows.lazy.filter { other in
      guard other.children == nil, other.isUsed, other.hasName else { return false }
      let value = other.value
      let origins = [value.layer] + (value.merged?.overridden ?? []).map(\.layer)
      return stack.areBelow(origins, row.value.layer)
    }
    guard collector.hints.spend(parameters.rows.count) else { return nil }
    let near = probableMisspellings(
      of: row.name, in: below.map(\.name), shortestWord: 3, within: collector.hints)
    return near.first.flatMap { parameters[$0] }.map { parameters.rows[$0] }
  }

  /// Returns the fix that asks for a similar name, with the edit where the key has the whole name or
  /// only its last part differs.
  static func rename(
    _ row: ParameterTable.Row, to meant: ParameterTable.Row
  ) -> Diagnostic.FixIt {
    let text = row.keyPlace.span.map { String(decoding: $0.file.bytes[$0.range], as: UTF8.self) }
    let parents = [row, meant].map { $0.name.dropLast($0.key.utf8.count) }
    let isLast = text == row.key && parents[0] == parents[1]
    let name = text == row.name ? meant.name : isLast ? meant.key : nil
    return .init(
      "did you mean `\(meant.name)`?", replacing: name == nil ? nil : row.keyPlace, with: name ?? ""
    )
  }

  private func isUnusedAddition(_ row: ParameterTable.Row) -> Bool {
    guard row.children == nil, !row.isUsed, !row.isNamed, row.hasName, row.keyPlace.span != nil,
      row.value.merged?.overridden.isEmpty ?? true, row.value.shape != .nothing
    else { return false }
    if case .open = row.state { return true }
    return false
  }
}
