import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

// The sections of a program, which are merged and read like those of a file.
extension Member {
  /// Writes a section that is a list of names.
  init(_ section: String, of names: [SwiftName]) {
    let location = names.first?.location ?? SwiftLocation(fileID: "", line: 0)
    var tree = ProgramTree()
    tree.text(section, at: location)
    tree.list(at: location) { tree in
      for name in names { tree.text(name.text, at: name.location) }
    }
    self.init(tree)
  }

  /// Writes the parameters of all statements as one section; nil if there are none.
  init?(parametersOf definitions: Definitions) {
    var tree = ProgramTree()
    let statements = definitions.statements.filter(\.isParameters)
    guard case .parameters(let first) = statements.first else { return nil }
    tree.text("parameters", at: first.location)
    tree.map(at: first.location) { tree in
      for case .parameters(let parameters) in statements {
        tree.add(parameters.values, at: parameters.location)
      }
    }
    self.init(tree)
  }

  private init(_ tree: ProgramTree) {
    let (key, value) = tree.entry
    self.init(key: key, value: value)
  }
}

extension ProgramTree {
  /// Adds the entries of a map, sorted, because the order of a dictionary differs from process to process.
  fileprivate mutating func add(_ values: [String: ParameterValue], at location: SwiftLocation) {
    for (name, value) in values.inStableOrder(by: { $0.key < $1.key }) {
      text(name, at: location)
      add(value, at: location)
    }
  }

  private mutating func add(_ value: ParameterValue, at location: SwiftLocation) {
    switch value {
    case .null: null(at: location)
    case .text(let text): self.text(text, at: location)
    case .list(let elements):
      list(at: location) { tree in for element in elements { tree.add(element, at: location) } }
    case .map(let values): map(at: location) { $0.add(values, at: location) }
    }
  }
}
