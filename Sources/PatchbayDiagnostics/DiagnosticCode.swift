/// The stable name of a kind of mistake, such as `unknown-type`.
///
/// A struct and not an enum, so that a code can be added without breaking a `switch`.
public struct DiagnosticCode: Sendable, Hashable, CustomStringConvertible {
  /// The name, in lower case with dashes: `unknown-type`.
  public let name: String

  init(_ name: String) { self.name = name }

  /// The name alone.
  public var description: String { name }
}

// Source: reading the texts.
extension DiagnosticCode {
  /// A file that the configuration needs is not there.
  public static let fileNotFound = Self("file-not-found")
  /// A path leads to something that cannot be read as a file.
  public static let unreadableFile = Self("unreadable-file")
  /// A file is not encoded in UTF-8.
  public static let invalidEncoding = Self("invalid-encoding")
  /// The text is not YAML.
  public static let yamlSyntax = Self("yaml-syntax")
  /// A file or the whole load is larger than its limits allow.
  public static let limitExceeded = Self("limit-exceeded")
  /// A key stands twice in one map.
  public static let duplicateKey = Self("duplicate-key")
  /// An alias `*name` has no anchor `&name` before it.
  public static let undefinedAnchor = Self("undefined-anchor")
  /// A file holds more than one YAML document.
  public static let severalDocuments = Self("several-documents")
  /// Files import each other in a ring.
  public static let importCycle = Self("import-cycle")
  /// An import or a `$(file:…)` leads out of the folders that the load may read.
  public static let importOutsideRoot = Self("import-outside-root")
}

// Shape: what each text says on its own.
extension DiagnosticCode {
  /// A key stands where the format has no such key.
  public static let unknownField = Self("unknown-field")
  /// Something has another shape than the format asks for.
  public static let wrongNodeKind = Self("wrong-node-kind")
  /// An entry lacks a field that it cannot do without.
  public static let missingField = Self("missing-field")
  /// A YAML tag is none that the format has.
  public static let unknownYAMLTag = Self("unknown-yaml-tag")
  /// The program asks for an environment that no file knows.
  public static let unknownEnvironment = Self("unknown-environment")
  /// A `$(…)` cannot be read.
  public static let interpolationSyntax = Self("interpolation-syntax")
  /// The file is written for another version of the format.
  public static let unsupportedVersion = Self("unsupported-version")
}

// Layers: how the texts lie over each other.
extension DiagnosticCode {
  /// An entry changes a service that no layer below defines.
  public static let patchWithoutBase = Self("patch-without-base")
  /// A `!remove` has nothing to remove.
  public static let removeWithoutBase = Self("remove-without-base")
  /// A `!replace` has nothing to replace.
  public static let replaceWithoutBase = Self("replace-without-base")
  /// An `!append` or `!prepend` has no list to add to.
  public static let appendWithoutList = Self("append-without-list")
  /// A layer gives a value another shape than the one below.
  public static let mergeShape = Self("merge-shape")
  /// Two files that stand side by side set the same thing differently.
  public static let importConflict = Self("import-conflict")
  /// Something refers to a service that a layer removed.
  public static let removedService = Self("removed-service")
  /// An overlay file is laid over a container that no configuration wired.
  public static let overlayWithoutConfiguration = Self("overlay-without-configuration")
}

// Catalog: what the program registers.
extension DiagnosticCode {
  /// A catalog holds two factories of one name.
  public static let duplicateFactory = Self("duplicate-factory")
  /// A factory declares two parameters, or two properties, of one name.
  public static let duplicateParameter = Self("duplicate-parameter")
  /// A factory's product is the protocol that it is said to provide.
  public static let existentialProduct = Self("existential-product")
  /// A parameter takes a service of an optional type.
  public static let optionalService = Self("optional-service")
}

// Binding: definitions against the catalog and against each other.
extension DiagnosticCode {
  /// The catalog has no factory for a type name.
  public static let unknownType = Self("unknown-type")
  /// A reference names a service that nobody defines.
  public static let unknownService = Self("unknown-service")
  /// A `$(name)` names no parameter.
  public static let unknownParameter = Self("unknown-parameter")
  /// A service has a scope that is not declared.
  public static let unknownScope = Self("unknown-scope")
  /// A `!tagged` asks for a tag that no service carries, but a similar one exists.
  public static let unknownTag = Self("unknown-tag")
  /// The list `roots` names a service that nobody defines.
  public static let unknownRoot = Self("unknown-root")
  /// A `$(name:…)` names no source, or the source has nothing at this path.
  public static let unknownSource = Self("unknown-source")
  /// Parameters need each other in a ring.
  public static let circularParameter = Self("circular-parameter")
  /// Aliases stand for each other in a ring.
  public static let circularAlias = Self("circular-alias")
  /// Templates or services extend each other in a ring.
  public static let circularTemplate = Self("circular-template")
  /// A service leaves out an argument that its factory needs.
  public static let missingArgument = Self("missing-argument")
  /// A service gives an argument that its factory does not declare.
  public static let unknownArgument = Self("unknown-argument")
  /// A value cannot be read as the type that the factory declares.
  public static let argumentType = Self("argument-type")
  /// A value stands where a service is declared, or a service where a value is.
  public static let argumentKind = Self("argument-kind")
  /// A service does not provide the type that a parameter takes.
  public static let incompatibleService = Self("incompatible-service")
  /// Several services provide what exactly one is wanted of.
  public static let ambiguousService = Self("ambiguous-service")
  /// The list `provides` names a contract that the factory does not provide.
  public static let contractNotProvided = Self("contract-not-provided")
  /// A variable that a `$(env:…)` needs is not set.
  public static let missingEnvironmentVariable = Self("missing-environment-variable")
  /// A parameter marked `!required` is used, and no layer sets it.
  public static let requiredParameter = Self("required-parameter")
}

// Graph: what only the whole wiring shows.
extension DiagnosticCode {
  /// Services need each other in a ring to be built.
  public static let dependencyCycle = Self("dependency-cycle")
  /// A service would keep one that is meant to live shorter.
  public static let captiveDependency = Self("captive-dependency")
  /// A decorator is used as if it were a service of its own.
  public static let decoratorTarget = Self("decorator-target")
  /// A service that is not kept has a hook that nobody would run.
  public static let unreachableHook = Self("unreachable-hook")
  /// A service that takes arguments from each request is used where nobody can give them.
  public static let runtimeArguments = Self("runtime-arguments")
  /// A service that is not `Sendable` is used where several could share it.
  public static let notSendable = Self("not-sendable")
}

// Warnings.
extension DiagnosticCode {
  /// Nothing that the roots lead to uses a service.
  public static let unusedService = Self("unused-service")
  /// Nothing uses a parameter.
  public static let unusedParameter = Self("unused-parameter")
  /// Something refers to a service that is marked `deprecated`.
  public static let deprecatedReference = Self("deprecated-reference")
  /// A value that looks like a secret stands in the file for all to read.
  public static let literalSecret = Self("literal-secret")
  /// A value under the name of a credential comes from outside and is not marked `!secret`.
  public static let unmarkedSecret = Self("unmarked-secret")
  /// A patch changes nothing.
  public static let patchWithoutEffect = Self("patch-without-effect")
  /// A `${` stands in a text, where it means nothing.
  public static let suspiciousInterpolation = Self("suspicious-interpolation")
  /// A redefinition takes a service out of a list.
  public static let tagsDropped = Self("tags-dropped")
  /// A pattern under `imports` finds no file.
  public static let emptyGlob = Self("empty-glob")
  /// A service is to be built when the container starts, and the container would not keep it.
  public static let eagerWithoutEffect = Self("eager-without-effect")
}

// Runtime: what only building and asking shows.
extension DiagnosticCode {
  /// A factory threw an error.
  public static let factoryFailed = Self("factory-failed")
  /// The program asks the container for a key that it does not have.
  public static let noSuchService = Self("no-such-service")
  /// The program asks for a service as a type that it does not provide.
  public static let typeMismatchAtResolve = Self("type-mismatch-at-resolve")
  /// A service of a scope is asked for where no such scope is open.
  public static let scopedOutsideScope = Self("scoped-outside-scope")
  /// A service was asked for in a scope that is over.
  public static let scopeClosed = Self("scope-closed")
  /// A factory asks, while it runs, for something that waits for its own product.
  public static let reentrantResolution = Self("reentrant-resolution")
  /// A service that has to be awaited was asked for by a caller that does not wait.
  public static let needsAwait = Self("needs-await")
  /// A test was about to build something that reaches the world outside.
  public static let liveService = Self("live-service")
  /// A `Provider` or `Lazy` is asked after its container is gone.
  public static let containerShutDown = Self("container-shut-down")
  /// A child container is made with a plan that is not for children of its parent.
  public static let parentMismatch = Self("parent-mismatch")
  /// A service could not be started.
  public static let startFailed = Self("start-failed")
  /// A service took too long to start.
  public static let startTimedOut = Self("start-timed-out")
  /// A service could not be stopped cleanly.
  public static let stopFailed = Self("stop-failed")
}
