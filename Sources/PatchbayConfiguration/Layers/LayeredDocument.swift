import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// The merged content of the layers that were added so far.
///
/// Later stages can rely on the following: every entry and every leaf has one winner and the places
/// that it overrode, and layers that cannot be merged were reported. Marks that are applied after
/// `extends` and interpolation are still present.
struct LayeredDocument: Sendable {
  let limits: LoadLimits
  var stack = LayerStack()
  private(set) var services = EntryTable(.services)
  private(set) var templates = EntryTable(.templates)
  private(set) var program = ProgramServices()
  private(set) var parameters: LayeredValue?
  /// Whether no section of a layer is missing because it has the wrong shape.
  private(set) var isWhole = true
  /// The sections `scopes` of all layers.
  private(set) var scopes: [MapEntry] = []
  /// The sections `roots` of all layers.
  private(set) var roots: [LayeredValue] = []
  /// What the program requests.
  var requests: [ProgramRequest] = []
  var requestedScopes: [Located] = []
  /// Each file's `defaults:`, in the layer of its body.
  private(set) var defaults: [Int: LayeredValue] = [:]
  /// What is wrong with sections, and with parameters.
  private var diagnostics: [Diagnostic] = []

  init(limits: LoadLimits) { self.limits = limits }

  /// Whether the files or the program define a service.
  func defines(service key: String) -> Bool {
    (program[key]?.state ?? services[key]?.state) == .defined
  }

  /// Merges the bodies of a group of files into the document.
  mutating func add(_ group: [Int], of files: [LoadedFile]) {
    for layer in stack.add(group, of: files) {
      if let file = stack.layers[layer].file {
        if let scopes = files[file].outline.scopes {
          self.scopes.append(MapEntry(scopes.key, scopes.value, layer: layer))
        }
        if let member = files[file].outline.defaults {
          defaults[file] = LayeredValue(member.value, layer)
        }
      }
      add(layer)
    }
  }

  /// Merges the sections of one environment into the document.
  mutating func add(environment: String, of group: [Int]) {
    for layer in stack.add(environment: environment, of: group) { add(layer) }
  }

  /// Adds a program's definitions; their parameters are merged like those of a file.
  mutating func add(_ definitions: Definitions, as name: String) {
    let layer = stack.add(program: name)
    for statement in definitions.statements {
      switch statement {
      case .scopes(let names):
        let member = Member("scopes", of: names)
        scopes.append(MapEntry(member.key, member.value, layer: layer))
      case .roots(let keys):
        roots.append(LayeredValue(Member("roots", of: keys).value, layer))
      case .requests(let requests):
        self.requests += requests.services
        requestedScopes += requests.scopes
      case .service, .alias, .removal, .parameters:
        program.add(statement, layer: layer, over: services, stack)
      }
    }
    if let member = Member(parametersOf: definitions) {
      add(parameters: member, layer)
    }
  }

  private mutating func add(_ layer: Int) {
    let section = stack.layers[layer].section
    if !section.isWhole { isWhole = false }
    services.addFaultyKeys(section.misplaced.map(\.key.text))
    if let member = section.roots { roots.append(LayeredValue(member.value, layer)) }
    if let member = section.templates, isMap(member, of: "entries") {
      templates.add(
        member, layer: layer, stack: stack, serviceKeyBytes: limits.serviceKeyBytes)
    }
    if let member = section.services, isMap(member, of: "entries") {
      services.add(member, layer: layer, stack: stack, serviceKeyBytes: limits.serviceKeyBytes)
    }
    if let member = section.parameters { add(parameters: member, layer) }
  }

  private mutating func add(parameters member: Member, _ layer: Int) {
    guard isMap(member, of: "values") else { return }
    let node = member.value
    var names = ParameterNames(layer: layer, deepest: limits.safeDepth)
    for (key, value) in node.entries { names.add(key, value) }
    diagnostics += names.diagnostics
    var detail = LayeredValue(node, layer).detail
    detail.content = .entries(names.entries)
    let upper = LayeredValue(node, layer, detail)
    guard let lower = parameters else {
      parameters = upper
      return
    }
    var merge = ValueMerge(stack, .parameters)
    parameters = merge.merge(upper, over: lower)
    diagnostics += merge.diagnostics
  }

  /// Returns whether a section is a map, and reports one that is neither a map nor blank.
  private mutating func isMap(_ section: Member, of content: String) -> Bool {
    let node = section.value
    if node.isNull { return false }
    if node.kind == .mapping, node.tag == nil || node.knownTag == .replace { return true }
    diagnostics.append(
      .wrongKind(node, "`\(section.key.text)`", mustBe: "a map of \(content)"))
    isWhole = false
    return false
  }
}

extension LayeredDocument {
  /// Adds the diagnostics of the layers that were added since the last call to a collector. If a part of
  /// the load could not be read, those are left out that depend on other layers, because that part may
  /// contain what is missing.
  mutating func report(isWhole: Bool, into collector: inout DiagnosticCollector) {
    let all = diagnostics + services.diagnostics + templates.diagnostics + program.diagnostics
    // As of most loads: a child's load is small enough to notice the list.
    if all.isEmpty { return }
    diagnostics = []
    (services.diagnostics, templates.diagnostics, program.diagnostics) = ([], [], [])
    let onLowerLayers: [DiagnosticCode] = [
      .patchWithoutBase, .patchWithoutEffect, .removeWithoutBase, .replaceWithoutBase,
      .appendWithoutList, .mergeShape, .importConflict,
    ]
    for diagnostic in all where isWhole || !onLowerLayers.contains(diagnostic.code) {
      collector.add(diagnostic)
    }
  }
}

/// A document to which no further layer is added.
///
/// A class, because a load, its evaluation and its plans all refer to it: each copy of a document costs
/// 700 instructions, a tenth of reading a small one.
final class MergedDocument: Sendable {
  let content: LayeredDocument

  init(_ content: LayeredDocument) { self.content = content }

  /// Returns the key of a service with the text of a scalar; nil if there is none.
  // Here, where the content is constant: elsewhere the table is copied, for 250 instructions a reference.
  @inline(never)
  func keyOfService(_ node: YAMLNode) -> String? { content.services.key(node) }
}
