/// The stable name of a kind of error or warning, such as `unknown-type`.
///
/// It is a struct instead of an enum, so that a code can be added without breaking a `switch`.
///
/// The members are the codes that a program or its tests may look for: what depends on the process, what a
/// request can meet, and the warnings. A mistake in how a file or a factory is written is for a person, who
/// reads it; its code is compared by ``name``, as every output and the article about it write it.
public struct DiagnosticCode: Sendable, Hashable, CustomStringConvertible {
  /// The name, in lower case with dashes: `unknown-type`.
  public let name: String

  init(_ name: String) { self.name = name }

  /// The name alone.
  public var description: String { name }
}

// Source: reading the texts.
extension DiagnosticCode {
  /// A file that the configuration needs does not exist.
  public static let fileNotFound = Self("file-not-found")
  /// A path cannot be read as a file.
  public static let unreadableFile = Self("unreadable-file")
  /// A file is not encoded in UTF-8.
  package static let invalidEncoding = Self("invalid-encoding")
  /// The text is not valid YAML.
  package static let yamlSyntax = Self("yaml-syntax")
  /// A file or the whole load exceeds a limit.
  public static let limitExceeded = Self("limit-exceeded")
  /// A key occurs twice in one map.
  package static let duplicateKey = Self("duplicate-key")
  /// An alias `*name` has no anchor `&name` before it.
  package static let undefinedAnchor = Self("undefined-anchor")
  /// A file holds more than one YAML document.
  package static let severalDocuments = Self("several-documents")
  /// Files import each other in a cycle.
  package static let importCycle = Self("import-cycle")
  /// An import or a `$(file:…)` is outside the folders that the load may read.
  public static let importOutsideRoot = Self("import-outside-root")
}

// Shape: the content of each text on its own.
extension DiagnosticCode {
  /// The format has no such key at this place.
  package static let unknownField = Self("unknown-field")
  /// A value does not have the shape that the format requires.
  package static let wrongNodeKind = Self("wrong-node-kind")
  /// An entry lacks a required field.
  package static let missingField = Self("missing-field")
  /// The format has no such YAML tag.
  package static let unknownYAMLTag = Self("unknown-yaml-tag")
  /// The program selects an environment that no file defines.
  public static let unknownEnvironment = Self("unknown-environment")
  /// A `$(…)` is not valid.
  package static let interpolationSyntax = Self("interpolation-syntax")
  /// The file is written for another version of the format.
  package static let unsupportedVersion = Self("unsupported-version")
}

// Layers: how the texts are merged.
extension DiagnosticCode {
  /// An entry changes a service that no layer below defines.
  package static let patchWithoutBase = Self("patch-without-base")
  /// A `!remove` has nothing to remove.
  package static let removeWithoutBase = Self("remove-without-base")
  /// A `!replace` has nothing to replace.
  package static let replaceWithoutBase = Self("replace-without-base")
  /// An `!append` or `!prepend` has no list to add to.
  package static let appendWithoutList = Self("append-without-list")
  /// A layer sets a value of another shape than the layer below.
  package static let mergeShape = Self("merge-shape")
  /// Two imported files of the same rank set the same value differently.
  package static let importConflict = Self("import-conflict")
  /// Something refers to a service that a layer removed.
  package static let removedService = Self("removed-service")
  /// An overlay file is applied to a container that has no configuration.
  public static let overlayWithoutConfiguration = Self("overlay-without-configuration")
}

// Catalog: what the program registers.
extension DiagnosticCode {
  /// A catalog has two factories with one name.
  package static let duplicateFactory = Self("duplicate-factory")
  /// A factory declares two parameters, or two properties, with one name.
  package static let duplicateParameter = Self("duplicate-parameter")
  /// A factory's product type is the protocol that `provides` adds.
  package static let existentialProduct = Self("existential-product")
  /// A parameter has an optional type as its service.
  package static let optionalService = Self("optional-service")
}

// Binding: definitions against the catalog and against each other.
extension DiagnosticCode {
  /// The catalog has no factory for a type name.
  public static let unknownType = Self("unknown-type")
  /// A reference names a service that no layer defines.
  public static let unknownService = Self("unknown-service")
  /// Something refers to a service whose entry is disabled.
  public static let disabledService = Self("disabled-service")
  /// A `$(name)` names no parameter.
  public static let unknownParameter = Self("unknown-parameter")
  /// A service has a scope that is not declared.
  package static let unknownScope = Self("unknown-scope")
  /// A `!tagged` names a tag that no service has, while a similar tag exists.
  package static let unknownTag = Self("unknown-tag")
  /// The list `roots` names a service that no layer defines.
  package static let unknownRoot = Self("unknown-root")
  /// A `$(name:…)` names no source, or the source has nothing at this path.
  public static let unknownSource = Self("unknown-source")
  /// Parameters refer to each other in a cycle.
  package static let circularParameter = Self("circular-parameter")
  /// Aliases refer to each other in a cycle.
  package static let circularAlias = Self("circular-alias")
  /// Templates or services extend each other in a cycle.
  package static let circularTemplate = Self("circular-template")
  /// A service lacks an argument that its factory requires.
  public static let missingArgument = Self("missing-argument")
  /// A service sets an argument that its factory does not declare.
  public static let unknownArgument = Self("unknown-argument")
  /// A value cannot be read as the type that the factory declares.
  public static let argumentType = Self("argument-type")
  /// A value is used where a service is declared, or a service where a value is declared.
  package static let argumentKind = Self("argument-kind")
  /// A service does not provide the type that a parameter takes.
  public static let incompatibleService = Self("incompatible-service")
  /// Several services provide a type where exactly one is required.
  public static let ambiguousService = Self("ambiguous-service")
  /// The list `provides` names a contract that the factory does not provide.
  package static let contractNotProvided = Self("contract-not-provided")
  /// A variable that `$(env:…)` requires is not set.
  public static let missingEnvironmentVariable = Self("missing-environment-variable")
  /// A parameter marked `!required` is used, and no layer sets it.
  public static let requiredParameter = Self("required-parameter")
}

// Graph: errors of the wiring as a whole.
extension DiagnosticCode {
  /// Services depend on each other in a cycle.
  public static let dependencyCycle = Self("dependency-cycle")
  /// A service would keep one with a shorter lifetime.
  public static let captiveDependency = Self("captive-dependency")
  /// A decorator is used as if it were an independent service.
  package static let decoratorTarget = Self("decorator-target")
  /// A service that is not kept has a hook that would never run.
  package static let unreachableHook = Self("unreachable-hook")
  /// A `retry` allows no attempt, has its pauses in the wrong order, or has no hook to attempt again.
  package static let invalidRetry = Self("invalid-retry")
  /// A service that takes arguments from each request is used where none can be passed.
  public static let runtimeArguments = Self("runtime-arguments")
  /// A service that is not `Sendable` is used where it could be shared.
  public static let notSendable = Self("not-sendable")
}

// Variables that a check does not look at, and those of a file, which only commands read: no program
// handles these.
extension DiagnosticCode {
  /// No text of a variable can be read by everything that reads it.
  package static let variableConflict = Self("variable-conflict")
  /// More variables decide the wiring than a check can try.
  package static let uncheckedShape = Self("unchecked-shape")
  /// No text of a variable makes a value valid.
  package static let variableMismatch = Self("variable-mismatch")
  /// A line of a file with variables is not valid.
  package static let dotenvSyntax = Self("dotenv-syntax")
  /// A file sets a variable twice.
  package static let repeatedVariable = Self("repeated-variable")
  /// A file sets a variable that nothing reads, while one with a similar name is read.
  package static let unknownVariable = Self("unknown-variable")
  /// A template is not used.
  package static let unusedTemplate = Self("unused-template")
  /// An overlay changes nothing in any environment.
  package static let unusedOverlay = Self("unused-overlay")
}

// Warnings.
extension DiagnosticCode {
  /// A service is unreachable from the roots.
  public static let unusedService = Self("unused-service")
  /// A parameter is not used.
  public static let unusedParameter = Self("unused-parameter")
  /// Something refers to a service that is marked `deprecated`.
  public static let deprecatedReference = Self("deprecated-reference")
  /// A value that looks like a secret is written in the file.
  public static let literalSecret = Self("literal-secret")
  /// A value under the name of a credential comes from an external source and is not marked
  /// `!secret`.
  public static let unmarkedSecret = Self("unmarked-secret")
  /// A patch changes nothing.
  public static let patchWithoutEffect = Self("patch-without-effect")
  /// A text contains `${`, which has no meaning there.
  public static let suspiciousInterpolation = Self("suspicious-interpolation")
  /// A redefinition drops the tags of a service, and so removes it from a list.
  public static let tagsDropped = Self("tags-dropped")
  /// A pattern under `imports` matches no file.
  public static let emptyGlob = Self("empty-glob")
  /// A service is eager, but the container would not keep it.
  public static let eagerWithoutEffect = Self("eager-without-effect")
  /// A layer adds a name that nothing uses and that resembles one of a lower layer.
  public static let similarName = Self("similar-name")
  /// A file is named nearly like that of an environment, and is not read.
  public static let unreadSibling = Self("unread-sibling")
  /// A decorator does not use the service that it decorates.
  public static let decoratorWithoutInner = Self("decorator-without-inner")
}

// Runtime: errors that only resolution can detect.
extension DiagnosticCode {
  /// A factory threw an error.
  public static let factoryFailed = Self("factory-failed")
  /// The program requests a key that the container does not have.
  public static let noSuchService = Self("no-such-service")
  /// The program requests a service as a type that it does not provide.
  public static let typeMismatchAtResolve = Self("type-mismatch-at-resolve")
  /// A service of a scope is requested where no such scope is open.
  public static let scopedOutsideScope = Self("scoped-outside-scope")
  /// A service is requested in a scope that is closed.
  public static let scopeClosed = Self("scope-closed")
  /// A factory requests, while it runs, a service that waits for the factory's own product.
  public static let reentrantResolution = Self("reentrant-resolution")
  /// A service that has to be awaited is requested synchronously.
  public static let needsAwait = Self("needs-await")
  /// A test was about to build a service that reaches external systems.
  public static let liveService = Self("live-service")
  /// A request is made of a container that was stopped or no longer exists.
  public static let containerShutDown = Self("container-shut-down")
  /// A child container is created with a plan that was not made for its parent.
  public static let parentMismatch = Self("parent-mismatch")
  /// A service could not be started.
  public static let startFailed = Self("start-failed")
  /// A service exceeded its limit while it started.
  public static let startTimedOut = Self("start-timed-out")
  /// A service failed or exceeded its limit while it stopped.
  public static let stopFailed = Self("stop-failed")
}
