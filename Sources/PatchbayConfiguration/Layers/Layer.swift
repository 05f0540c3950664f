import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// A ranked source: one file's body, or one of its environments.
struct Layer: Sendable {
  let name: String
  /// The index of its file in the load; nil for a layer of the program.
  let file: Int?
  /// The number of its part: all bodies, all sections of the selected environment, the sibling with
  /// its imports, or an overlay with its imports. Layers of one part are ranked by imports only.
  let part: Int
  let section: Section
  /// Whether it is a sibling, an overlay or a layer of the program.
  let isOverlay: Bool
}

/// The layers of a load, low to high.
///
/// Kept as names and numbers: the metadata of an array of layers costs a program without files 13,000
/// instructions at its start.
struct Layers: Sendable {
  private(set) var names: [String] = []
  /// Four for each layer: the index of its file, its part, the index of its section, and whether it is an
  /// overlay. Where there is no file, there is no section, and both are -1.
  private var numbers: [Int] = []
  private var sections: [Section] = []

  var count: Int { names.count }
  var indices: Range<Int> { names.indices }

  func file(of layer: Int) -> Int? {
    let file = numbers[4 * layer]
    return file < 0 ? nil : file
  }

  func part(of layer: Int) -> Int { numbers[4 * layer + 1] }

  func section(of layer: Int) -> Section {
    let section = numbers[4 * layer + 2]
    return section < 0 ? Section() : sections[section]
  }

  func isOverlay(_ layer: Int) -> Bool { numbers[4 * layer + 3] != 0 }

  mutating func append(_ layer: Layer) {
    names.append(layer.name)
    numbers.append(layer.file ?? -1)
    numbers.append(layer.part)
    numbers.append(layer.file == nil ? -1 : sections.count)
    numbers.append(layer.isOverlay ? 1 : 0)
    if layer.file != nil { sections.append(layer.section) }
  }
}
