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
}

/// The layers of a load, low to high, and their files.
struct LayerStack: Sendable {
  private(set) var files: [LoadedFile] = []
  private(set) var layers: [Layer] = []
  private var nextPart = 0
  /// The content of the environments that are not selected, for hints.
  var others = OtherEnvironments()

  init() {}

  /// Creates a stack of layers, to which none is added.
  init(_ files: [LoadedFile], _ layers: [Layer], others: OtherEnvironments) {
    (self.files, self.layers, self.others) = (files, layers, others)
  }

  /// Adds the bodies of a group of files as one part, on top of all others; returns their indices.
  mutating func add(
    _ group: [Int], of files: [LoadedFile]
  ) -> Range<Int> {
    self.files = files
    let start = layers.count
    for file in group {
      layers.append(
        Layer(
          name: files[file].layerName, file: file, part: nextPart,
          section: files[file].outline.body))
    }
    nextPart += 1
    return start..<layers.count
  }

  /// Adds the sections of one environment, in the order of the bodies, and returns their indices.
  mutating func add(environment: String, of group: [Int]) -> Range<Int> {
    let start = layers.count
    WorkMeter.count(group.count)
    for file in group {
      guard let section = files[file].outline.section(of: environment) else { continue }
      layers.append(
        Layer(
          name: "\(files[file].layerName)#\(environment)", file: file, part: nextPart,
          section: section))
    }
    nextPart += 1
    return start..<layers.count
  }

  /// Adds a layer of the program, on top of all others; returns its index.
  mutating func add(program name: String) -> Int {
    layers.append(
      Layer(name: name, file: nil, part: nextPart, section: Section()))
    nextPart += 1
    return layers.count - 1
  }

  /// Returns whether neither of two layers outranks the other, so that different values for the
  /// same key are a conflict.
  func areRivals(_ upper: Int, _ lower: Int) -> Bool {
    let (upper, lower) = (layers[upper], layers[lower])
    guard upper.part == lower.part, let file = upper.file, let other = lower.file else {
      return false
    }
    return file != other && !files[file].imported.contains(other)
  }

  /// The lowest layer above the root file and its imports; nil if there is none.
  var firstUpperLayer: Int? { layers.firstIndex { $0.part > 0 } }

  /// Returns whether a part below that of a layer is among the origins of a name, and its own part is not.
  func areBelow(_ origins: [Int], _ layer: Int) -> Bool {
    let part = layers[layer].part
    return origins.allSatisfy { layers[$0].part != part }
      && origins.contains { layers[$0].part < part }
  }

  /// Whether a layer is a file above the base: an overlay, a sibling, or one that they import.
  func isOverlay(_ layer: Int) -> Bool { layers[layer].file.map { files[$0].isOverlay } ?? false }

  func folder(ofLayer layer: Int) -> String { layers[layer].file.map { files[$0].folder } ?? "" }

  /// The folder of the root file, which is the last of the first part; `/` if there is no file.
  var rootFolder: String {
    layers.last { $0.part == 0 }?.file.map { files[$0].folder } ?? "/"
  }
}
