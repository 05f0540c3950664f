import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension EntryReader {
  /// Returns what only a model is made of.
  func modelParts() -> ModelParts {
    var parts = ModelParts()
    parts.parameters = evaluator.parametersForModel()
    for index in evaluator.parameters.rows.indices
    where evaluator.parameters.rows[index].value.shape == .required {
      let row = evaluator.parameters.rows[index]
      parts.purposes[row.name] = row.value.node.text
    }
    let root = document.stack.rootFolder
    let files = document.stack.files
    // A text of the program has no path, and its name does not depend on the machine.
    let paths = files.map { file in
      file.path.map { _ in
        PathText.relative(
          PathText.joined(file.folder, PathText.lastPart(of: file.name)), from: root)
      }
    }
    for (file, path) in zip(files, paths) { parts.paths[file.name] = path }
    parts.layers = document.stack.layers.map { layer in
      let name = layer.name.description
      guard let file = layer.file, let path = paths[file] else { return name }
      return path + name.dropFirst(files[file].layerName.count)
    }
    return parts
  }
}
