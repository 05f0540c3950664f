package import PatchbayCore
package import PatchbayDiagnostics

/// One side of a comparison: the JSON of a model, one that was saved or one that was just made.
package struct ComparedWiring: Sendable {
  let tree: JSON
  /// Whether it knows of secrets whether their texts differ, which no file says.
  let hasOmissions: Bool

  package var environment: String? { tree["environment"].string }

  /// Takes a model as it is in this process.
  package init(_ model: WiringModel) {
    (tree, hasOmissions) = (model.comparable, true)
  }

  /// Reads what `config --format json` has written.
  ///
  /// - Throws: ``DiagnosticsError`` with `unreadable-file` for something else.
  package init(json: [UInt8], name: String) throws(DiagnosticsError) {
    guard let tree = JSON(json), tree["hash"].string != nil, case .array = tree["services"],
      tree["services"].elements.allSatisfy({ $0["key"].string != nil })
    else {
      let fault =
        json.isEmpty
        ? "it is empty"
        : JSON(json) == nil
          ? "it is no JSON, or only a part" : "it is not what `config --format json` writes"
      throw DiagnosticsError(
        Diagnostic(
          .unreadableFile, "\(name) is no model: \(fault)",
          at: .file(name)))
    }
    guard tree["format"].int == 1 else {
      throw DiagnosticsError(
        Diagnostic(
          .unreadableFile,
          "\(name) is a model of another format than this version of Patchbay reads",
          at: .file(name)
        )
        .fix("write it again with `config --format json`"))
    }
    (self.tree, hasOmissions) = (tree, false)
  }
}
