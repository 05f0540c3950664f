import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// Evaluates written values: applies their marks, and replaces `$(…)` by what it refers to.
///
/// It owns values at every depth: parameters, variables, files, registered sources and inline services.
/// What later stages rely on: every mistake in a value was reported, and the value is then faulty, so
/// that nothing about it needs to be reported again. No mark and no `$(…)` is left.
struct Evaluator {
  /// What values are read for; decides which rules apply to them.
  enum Policy {
    /// The value is used: its references are followed.
    case evaluate
    /// The value may never be used: its references are collected in ``listedReferences``.
    case listReferences
    /// A higher layer replaced the value, or its environment is not selected: only its shape is checked.
    case checkShape

    /// Whether a reference is replaced by what it names.
    var followsReferences: Bool { self == .evaluate }
    /// Whether a value is what all layers together say: only then is a mark without effect a mistake,
    /// are fields missing, and are there warnings.
    var isFinal: Bool { self != .checkShape }
  }

  /// What is being read, for messages.
  struct Subject {
    var owner: ValueMerge.Owner
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

  let stack: LayerStack
  let context: LoadContext
  /// The services: a reference shares the text of the key that it names.
  var services: EntryTable
  var policy: Policy
  var subject = Subject(owner: .parameters)

  var collector: DiagnosticCollector
  /// The number of errors so far, to see whether a part of an entry is faulty.
  var faults = 0
  private var reported: Set<Cause> = []
  private var reportsInTexts: [TextCause: Int] = [:]
  /// The places of likely secrets where the lint that reports them does not run.
  var likelySecrets: [SourceSpan] = []
  /// Secret texts that become parts of others, and those of variables that are named as credentials.
  let secrets = SecretTexts()

  var parameters = ParameterTable()
  /// Parameters that must be evaluated before the current one can be.
  var pending: [Int] = []
  /// Whether a parameter is being evaluated, so that others are not followed but put off.
  var isInsideParameter = false
  /// The references of the current parameter, where they are only listed.
  var listedReferences: [ParameterTable.Use] = []
  var missingVariables = Uses()
  var requiredParameters = Uses()
  var sourceTexts: [String: SourceText] = [:]
  /// The names of the tags that something asks for.
  var askedTags: Set<String> = []

  var interpolatedBytes = 0
  /// The bytes that the references of the current value brought.
  var valueBytes = 0
  /// Whether the current value, or the whole load, became too long, which was reported.
  var isOverlong = false
  var isExhausted = false
  /// A buffer for composed texts, reused so that not each of them allocates.
  var scratch: [UInt8] = []
  var inlineCount = 0
  /// How many lists, maps and inline services contain the current value.
  var nesting = 0

  init(
    _ stack: LayerStack, _ services: EntryTable, _ context: LoadContext, _ policy: Policy,
    _ hints: HintBudget
  ) {
    collector = DiagnosticCollector(hints: hints)
    self.stack = stack
    self.services = services
    self.context = context
    self.policy = policy
  }

  /// Reports a mistake once: a value that is inherited or read twice gives the same code and place.
  ///
  /// A shape check reports only errors: warnings are about values that are used.
  mutating func report(_ diagnostic: Diagnostic) {
    guard diagnostic.severity == .error || policy.isFinal else { return }
    if diagnostic.severity == .error { faults += 1 }
    let cause = Cause(code: diagnostic.code, place: diagnostic.labels.first?.place)
    if reported.insert(cause).inserted { collector.add(diagnostic) }
  }

  /// How often a mistake about the same name is reported in one text: thousands have one cause.
  static let mostInText = 4

  /// Whether a mistake about a name, as the text writes it, is to be reported; false if it was reported
  /// often enough for this text.
  mutating func isNews(_ name: String, in source: TextSource) -> Bool {
    let cause = TextCause(text: source.node.contentSpan, name: name)
    reportsInTexts[cause, default: 0] += 1
    if reportsInTexts[cause, default: 0] <= Self.mostInText { return true }
    // The value is faulty all the same.
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

  /// Releases what evaluating a parameter later does not need.
  mutating func keepOnlyParameters() {
    collector = DiagnosticCollector()
    services = EntryTable(.services)
    missingVariables = Uses()
    requiredParameters = Uses()
  }
}

extension ValueMerge.Owner {
  /// The key of the service or template.
  var key: String {
    switch self {
    case .parameters, .section: ""
    case .service(let key), .template(let key): key
    }
  }
}
