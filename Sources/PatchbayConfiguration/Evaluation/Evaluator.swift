import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// Evaluates written values: applies their marks, and replaces each `$(…)` by its value.
///
/// It reads values at every depth, with parameters, variables, files, registered sources and inline
/// services. Later stages can rely on the following: every error in a value was reported, and the
/// value is faulty, so that they do not report it again. No marks and no `$(…)` remain.
struct Evaluator {
  /// The purpose of reading values, which decides the rules that apply.
  enum Policy {
    /// The value is used: its references are followed.
    case evaluate
    /// The value may never be used: its references are collected in ``listedReferences``.
    case listReferences
    /// A higher layer replaced the value, or its environment is not selected: only its shape is
    /// checked.
    case checkShape

    /// Whether references are replaced by their values.
    var followsReferences: Bool { self == .evaluate }
    /// Whether values are the merged result of all layers: only then are marks without effect and
    /// missing fields reported, and warnings.
    var isFinal: Bool { self != .checkShape }
  }

  /// The value that is being read, for messages.
  struct Subject {
    var owner: ValueMerge.Owner
    /// The field of the entry, such as `arguments`.
    var field = ""
    /// The argument, property or tag, or the whole name of a parameter.
    var name = ""
    /// The keys of maps inside the value.
    var path: [String] = []
    /// The key of the entry, if it has a place.
    var key: YAMLNode?

    /// Whether it may be a service, or hold one; all other values are data.
    var holdsServices: Bool { field == "arguments" || field == "properties" }

    /// How messages name the value.
    var description: String { owner.description(of: ownPath) }
    /// The names that lead to the value from the key of the entry on, without it.
    private var ownPath: [String] { [field, name].filter { !$0.isEmpty } + path }
    /// All names that lead to the value.
    var fullPath: [String] { owner.path + ownPath }

    /// The names that lead to the value, from the key of the entry on.
    var inlineKey: String {
      ([owner.key, name].filter { !$0.isEmpty } + path).joined(separator: ".")
    }
  }

  let document: MergedDocument
  let context: LoadContext
  var policy: Policy
  var subject = Subject(owner: .parameters)

  /// The diagnostics; advice needs all names.
  private(set) var reports = Reports<Evaluator>()
  /// The number of errors, by which callers detect whether a part of an entry is faulty.
  var faults = 0
  private var reported: Set<Cause> = []
  private var reportsInTexts: [TextCause: Int] = [:]
  /// The places of texts that are probably secret and that the parser has not hidden.
  var likelySecrets: [SourceSpan] = []
  /// The secret texts that are parts of others, and the values of variables with the names of
  /// credentials.
  let secrets: SecretTexts

  var parameters: ParameterTable
  /// Parameters that must be evaluated before the current one can be.
  var pending: [Int] = []
  /// Whether a parameter is being evaluated, so that others are added to `pending`.
  var isInsideParameter = false
  /// The references of the current parameter, with the policy `listReferences`.
  var listedReferences: [ParameterTable.Use] = []
  var missingVariables = Uses()
  /// The variables whose defaults are evaluated, the outermost first: `KEY` in `$(env:KEY:-$(env:KEY_FILE))`.
  var outerVariables: [String] = []
  /// Those of which one that is set takes the place of a missing one.
  var alternatives: [String: [String]] = [:]
  /// Those of ``missingVariables`` that are secret by their names or by a use.
  var missingSecrets: Set<String> = []
  var requiredParameters = Uses()
  /// The uses of parameters, if a model is made of them; one that is evaluated again occurs again.
  var parameterReferences: [(row: Int, subject: Subject, place: SourcePlace)] = []
  /// The unknown parts of fields, and what reads them.
  var unknownUses: [UnknownUse] = []
  /// The fields of the current entry whose texts are not known.
  var unknownFields: [Definition.UnknownField] = []
  var unknownFlags: [UnknownFlag] = []
  var sourceTexts: [ExactText: SourceText] = [:]
  /// The digests of the texts of files, by what is shown of each: `drift()` compares them.
  var fileTexts: [String: String] = [:]
  /// The names of the tags in `!tagged`.
  var requestedTags: Set<String> = []

  /// What `extends`, `defaults` and `$(…)` multiply.
  var expansion: ExpansionBudget
  /// The bytes of the current value that are from references.
  var valueBytes = 0
  /// Whether it was reported that the current value is too long.
  var isOverlong = false
  /// A buffer for composed texts, reused to save allocations.
  var scratch: [UInt8] = []
  /// The number of inline services in the current argument.
  var inlineCount = 0
  /// The number of lists, maps and inline services that contain the current value.
  var nesting = 0

  init(
    _ document: MergedDocument, _ context: LoadContext, _ policy: Policy,
    _ parameters: ParameterTable = ParameterTable(), _ secrets: SecretTexts = SecretTexts()
  ) {
    self.document = document
    self.context = context
    self.policy = policy
    expansion = context.expansion
    self.parameters = parameters
    self.secrets = secrets
  }

  /// Borrowed, as are the services: a getter would copy it whole.
  var stack: LayerStack { _read { yield document.content.stack } }
  /// The services, so that references share the storage of their keys.
  var services: EntryTable { _read { yield document.content.services } }

  /// Reports a diagnostic about a name, unless one with the same code, place and name was reported: a
  /// value may be inherited or read twice.
  ///
  /// A line of Swift may hold many values, so there the whole message is the name. A shape check reports
  /// only errors, because warnings apply to values that are used.
  mutating func report(
    _ diagnostic: Diagnostic, about name: String = "", advice: Reports<Evaluator>.Advice? = nil
  ) {
    guard diagnostic.severity == .error || policy.isFinal else { return }
    if diagnostic.severity == .error { faults += 1 }
    let place = diagnostic.labels.first?.place
    let isSwift = place?.isSwift ?? false
    let cause = Cause(
      code: diagnostic.code, place: place, name: isSwift ? diagnostic.message : name)
    if reported.insert(cause).inserted { reports.add(diagnostic, advice: advice) }
  }

  /// Counts parts that a file multiplies; returns `false` beyond the limit, which is reported once.
  mutating func canExpand(
    by parts: Int, at place: SourcePlace, _ what: (Self) -> String
  ) -> Bool {
    if expansion.count(parts) { return true }
    if let error = expansion.error(what(self), at: place) {
      report(error)
    } else {
      // What is left out is faulty, too.
      faults += 1
    }
    return false
  }

  /// The largest number of errors about the same name in one text: they have the same cause, and
  /// there may be thousands.
  static let mostInText = 4

  /// Returns whether an error about a name should be reported; `false` after ``mostInText`` of them
  /// in the same text.
  mutating func shouldReport(_ name: String, in source: TextSource) -> Bool {
    let cause = TextCause(text: source.node.contentSpan, name: name)
    reportsInTexts[cause, default: 0] += 1
    if reportsInTexts[cause, default: 0] <= Self.mostInText { return true }
    // The value is faulty, too.
    faults += 1
    return false
  }

  private struct Cause: Hashable {
    let code: DiagnosticCode
    let place: SourcePlace?
    let name: String
  }

  private struct TextCause: Hashable {
    let text: SourceSpan
    let name: String
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
