/// The stable name of a kind of mistake, such as `unknown-type`.
///
/// A struct and not an enum, so that a code can be added without breaking a `switch`.
public struct DiagnosticCode: Sendable, Hashable, CustomStringConvertible {
  public let name: String

  init(_ name: String) { self.name = name }

  public var description: String { name }
}

// Source: reading the texts.
extension DiagnosticCode {
  public static let fileNotFound = Self("file-not-found")
  public static let unreadableFile = Self("unreadable-file")
  public static let invalidEncoding = Self("invalid-encoding")
  public static let yamlSyntax = Self("yaml-syntax")
  public static let limitExceeded = Self("limit-exceeded")
  public static let duplicateKey = Self("duplicate-key")
  public static let undefinedAnchor = Self("undefined-anchor")
  public static let severalDocuments = Self("several-documents")
  public static let importCycle = Self("import-cycle")
  public static let importOutsideRoot = Self("import-outside-root")
}

// Shape: what each text says on its own.
extension DiagnosticCode {
  public static let unknownField = Self("unknown-field")
  public static let wrongNodeKind = Self("wrong-node-kind")
  public static let missingField = Self("missing-field")
  public static let unknownYAMLTag = Self("unknown-yaml-tag")
  public static let unknownEnvironment = Self("unknown-environment")
  public static let interpolationSyntax = Self("interpolation-syntax")
  public static let unsupportedVersion = Self("unsupported-version")
}

// Layers: how the texts lie over each other.
extension DiagnosticCode {
  public static let patchWithoutBase = Self("patch-without-base")
  public static let removeWithoutBase = Self("remove-without-base")
  public static let replaceWithoutBase = Self("replace-without-base")
  public static let appendWithoutList = Self("append-without-list")
  public static let mergeShape = Self("merge-shape")
  public static let importConflict = Self("import-conflict")
  public static let removedService = Self("removed-service")
}

// Binding: definitions against the catalog and against each other.
extension DiagnosticCode {
  public static let unknownType = Self("unknown-type")
  public static let unknownService = Self("unknown-service")
  public static let unknownParameter = Self("unknown-parameter")
  public static let unknownScope = Self("unknown-scope")
  public static let unknownTag = Self("unknown-tag")
  public static let unknownRoot = Self("unknown-root")
  public static let unknownSource = Self("unknown-source")
  public static let circularParameter = Self("circular-parameter")
  public static let circularAlias = Self("circular-alias")
  public static let circularTemplate = Self("circular-template")
  public static let missingArgument = Self("missing-argument")
  public static let unknownArgument = Self("unknown-argument")
  public static let argumentType = Self("argument-type")
  public static let argumentKind = Self("argument-kind")
  public static let incompatibleService = Self("incompatible-service")
  public static let ambiguousService = Self("ambiguous-service")
  public static let contractNotProvided = Self("contract-not-provided")
  public static let missingEnvironmentVariable = Self("missing-environment-variable")
  public static let requiredParameter = Self("required-parameter")
}

// Graph: what only the whole wiring shows.
extension DiagnosticCode {
  public static let dependencyCycle = Self("dependency-cycle")
  public static let captiveDependency = Self("captive-dependency")
  public static let decoratorTarget = Self("decorator-target")
  public static let unreachableHook = Self("unreachable-hook")
  public static let runtimeArguments = Self("runtime-arguments")
  public static let notSendable = Self("not-sendable")
}

// Warnings.
extension DiagnosticCode {
  public static let unusedService = Self("unused-service")
  public static let unusedParameter = Self("unused-parameter")
  public static let deprecatedReference = Self("deprecated-reference")
  public static let literalSecret = Self("literal-secret")
  public static let patchWithoutEffect = Self("patch-without-effect")
  public static let suspiciousInterpolation = Self("suspicious-interpolation")
  public static let tagsDropped = Self("tags-dropped")
  public static let emptyGlob = Self("empty-glob")
  public static let eagerWithoutEffect = Self("eager-without-effect")
}

// Runtime: what only building and asking shows.
extension DiagnosticCode {
  public static let factoryFailed = Self("factory-failed")
  public static let noSuchService = Self("no-such-service")
  public static let typeMismatchAtResolve = Self("type-mismatch-at-resolve")
  public static let scopedOutsideScope = Self("scoped-outside-scope")
  public static let scopeClosed = Self("scope-closed")
  public static let reentrantResolution = Self("reentrant-resolution")
  public static let needsAwait = Self("needs-await")
  public static let liveService = Self("live-service")
  public static let containerShutDown = Self("container-shut-down")
  public static let startFailed = Self("start-failed")
  public static let startTimedOut = Self("start-timed-out")
  public static let stopFailed = Self("stop-failed")
}
