import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// Turns a merged document into definitions: extends, interpolates, reads every field.
///
/// What later stages rely on: every mistake of the texts was told, and what was told about is marked
/// faulty, so that nothing of it needs to be told again. No mark, template or `$(…)` is left.
struct DocumentDecoder {
  /// How much of a value is looked at.
  enum Mode {
    /// It is used: evaluated, and everything about it told.
    case full
    /// It may never be used: its references are listed, not followed.
    case references
    /// A higher layer replaced it, or its environment is not selected: only its shape is looked at.
    case shape
  }

  /// What is being read, for messages.
  struct Subject {
    var owner: Merger.Owner
    /// The field of the entry, such as `arguments`.
    var field = ""
    /// The argument, property or tag; of a parameter its whole name.
    var name = ""
    /// The keys of maps inside the value.
    var path: [String] = []
    /// The key of the entry, where it has a place.
    var key: YAMLNode?

    var words: String { owner.words(for: [field, name].filter { !$0.isEmpty } + path) }

    /// A made-up key for an inline service at this place.
    var inlineKey: String {
      ([owner.key, name].filter { !$0.isEmpty } + path).joined(separator: ".")
    }
  }

  var document: LayeredDocument
  let context: LoadContext
  var collector: DiagnosticCollector
  var mode = Mode.full
  var subject = Subject(owner: .parameters)
  /// How many errors were told; to see whether something in an entry is at fault.
  var faults = 0
  private var told: Set<Cause> = []
  private var toldInTexts: [TextCause: Int] = [:]

  var parameters = ParameterTable()
  /// Parameters that must be evaluated before the one at hand can be.
  var pending: [Int] = []
  /// Whether a parameter is being evaluated, so that others are not followed but put off.
  var isInsideParameter = false
  /// The references of the parameter at hand, where they are only listed.
  var listedReferences: [ParameterTable.Use] = []
  var missingVariables = Uses()
  var requiredParameters = Uses()
  var interpolatedBytes = 0
  /// The bytes that the references of the value at hand brought.
  var valueBytes = 0
  /// Whether the value at hand, or the whole load, became too long and was told about.
  var isOverlong = false
  var isExhausted = false
  /// Where a text is put together: kept, so that each does not allocate anew.
  var scratch: [UInt8] = []
  var fileTexts: [String: FileText] = [:]
  var sourceTexts: [String: SourceText] = [:]
  var effectiveEntries: [EntryID: Layered?] = [:]
  /// The entries that all `extends` brought so far.
  var extendedEntries = 0
  /// What something extends.
  var extended: Set<EntryID> = []
  var defaults: [Int: Defaults] = [:]
  var inlineCount = 0
  /// How many lists, maps and inline services the value at hand stands in.
  var nesting = 0
  /// What overrides a secret without a mark of its own.
  var likelySecrets: [SourceSpan] = []
  /// Secret texts that become parts of others, and those of variables that are named as credentials.
  let secrets = SecretTexts()
  /// The services that are written as fields of the entry that was read last of those with any.
  var misplaced: MisplacedServices?
  /// The keys of all of them.
  var misplacedKeys: Set<String> = []
  /// Where each tag is asked for, to see whether a redefinition took a service out of a list.
  var askedTags: Set<String> = []

  init(
    _ document: LayeredDocument, _ context: LoadContext, hints: HintBudget = HintBudget()
  ) {
    self.document = document
    self.context = context
    collector = DiagnosticCollector(hints: hints)
  }

  /// A service or template by its key.
  struct EntryID: Hashable {
    let isTemplate: Bool
    let key: String
  }

  /// Tells a mistake once: what is inherited or looked at twice has the same code and place.
  mutating func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { faults += 1 }
    let cause = Cause(code: diagnostic.code, place: diagnostic.labels.first?.place)
    if told.insert(cause).inserted { collector.add(diagnostic) }
  }

  /// How often a mistake about the same name is reported in one text: thousands have one cause.
  static let mostInText = 4

  /// Whether an error about a name, as the text writes it, is to be reported; false if it was
  /// reported often enough for this text.
  mutating func isNews(_ name: String, in source: TextSource) -> Bool {
    let cause = TextCause(text: source.node.contentSpan, name: name)
    toldInTexts[cause, default: 0] += 1
    if toldInTexts[cause, default: 0] <= Self.mostInText { return true }
    // It is at fault all the same.
    faults += 1
    return false
  }

  private struct Cause: Hashable {
    let code: DiagnosticCode
    let place: SourcePlace?
  }

  private struct TextCause: Hashable {
    let text: SourceSpan
    let name: String
  }

  /// Reads the whole document.
  mutating func decode() -> DefinitionSet {
    var set = DefinitionSet()
    set.layers = document.stack.names
    set.environment = context.environment
    set.secrets = secrets
    let others = document.stack.others
    set.definitionsElsewhere = { others.definitions(ofService: $0, within: $1) }
    let templates = document.templates
    set.templatePlace = { templates[$0]?.origin.place }
    set.scopes = scopes()
    set.roots = roots()
    buildParameters()
    readDefaults()
    for layer in document.stack.layers.indices {
      checkShape(ofMisplaced: document.stack.layers[layer].section.misplaced, layer)
    }
    checkReplaced()
    checkTemplates()
    decodeServices(into: &set)
    let used = parametersOfProgram()
    markExtended(&set)
    tellMissing()
    checkConflicts()
    checkDroppedTags(set)
    checkUnusedParameters(set)
    set.parameters = lookup(knowing: used)
    return set
  }
}
