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
  public static var fileNotFound: Self { Self("file-not-found") }
  /// A path cannot be read as a file.
  public static var unreadableFile: Self { Self("unreadable-file") }
  /// A file is not encoded in UTF-8.
  package static var invalidEncoding: Self { Self("invalid-encoding") }
  /// The text is not valid YAML.
  package static var yamlSyntax: Self { Self("yaml-syntax") }
  /// A file or the whole load exceeds a limit.
  public static var limitExceeded: Self { Self("limit-exceeded") }
  /// A key occurs twice in one map.
  package static var duplicateKey: Self { Self("duplicate-key") }
  /// An alias `*name` has no anchor `&name` before it.
  package static var undefinedAnchor: Self { Self("undefined-anchor") }
  /// A file holds more than one YAML document.
  package static var severalDocuments: Self { Self("several-documents") }
  /// Files import each other in a cycle.
  package static var importCycle: Self { Self("import-cycle") }
  /// An import or a `$(file:…)` is outside the folders that the load may read.
  public static var importOutsideRoot: Self { Self("import-outside-root") }
}

// Shape: the content of each text on its own.
extension DiagnosticCode {
  /// The format has no such key at this place.
  package static var unknownField: Self { Self("unknown-field") }
  /// A value does not have the shape that the format requires.
  package static var wrongNodeKind: Self { Self("wrong-node-kind") }
  /// An entry lacks a required field.
  package static var missingField: Self { Self("missing-field") }
  /// The format has no such YAML tag.
  package static var unknownYAMLTag: Self { Self("unknown-yaml-tag") }
  /// The program selects an environment that no file defines.
  public static var unknownEnvironment: Self { Self("unknown-environment") }
  /// A `$(…)` is not valid.
  package static var interpolationSyntax: Self { Self("interpolation-syntax") }
  /// The file is written for another version of the format.
  package static var unsupportedVersion: Self { Self("unsupported-version") }
}

// Layers: how the texts are merged.
extension DiagnosticCode {
  /// An entry changes a service that no layer below defines.
  package static var patchWithoutBase: Self { Self("patch-without-base") }
  /// A `!remove` has nothing to remove.
  package static var removeWithoutBase: Self { Self("remove-without-base") }
  /// A `!replace` has nothing to replace.
  package static var replaceWithoutBase: Self { Self("replace-without-base") }
  /// An `!append` or `!prepend` has no list to add to.
  package static var appendWithoutList: Self { Self("append-without-list") }
  /// A layer sets a value of another shape than the layer below.
  package static var mergeShape: Self { Self("merge-shape") }
  /// Two imported files of the same rank set the same value differently.
  package static var importConflict: Self { Self("import-conflict") }
  /// Something refers to a service that a layer removed.
  package static var removedService: Self { Self("removed-service") }
  /// An overlay file is applied to a container that has no configuration.
  public static var overlayWithoutConfiguration: Self { Self("overlay-without-configuration") }
}

// Catalog: what the program registers.
extension DiagnosticCode {
  /// A catalog has two factories with one name.
  package static var duplicateFactory: Self { Self("duplicate-factory") }
  /// A factory declares two parameters, or two properties, with one name.
  package static var duplicateParameter: Self { Self("duplicate-parameter") }
  /// A factory declares a second run.
  package static var duplicateRun: Self { Self("duplicate-run") }
  /// A factory's product type is the protocol that `provides` adds.
  package static var existentialProduct: Self { Self("existential-product") }
  /// A parameter has an optional type as its service.
  package static var optionalService: Self { Self("optional-service") }
}

// Binding: definitions against the catalog and against each other.
extension DiagnosticCode {
  /// The catalog has no factory for a type name.
  public static var unknownType: Self { Self("unknown-type") }
  /// A reference names a service that no layer defines.
  public static var unknownService: Self { Self("unknown-service") }
  /// Something refers to a service whose entry is disabled.
  public static var disabledService: Self { Self("disabled-service") }
  /// A `$(name)` names no parameter.
  public static var unknownParameter: Self { Self("unknown-parameter") }
  /// A service has a scope that is not declared.
  package static var unknownScope: Self { Self("unknown-scope") }
  /// A redefinition makes a singleton of a service that lives in a declared scope.
  package static var scopeDropped: Self { Self("scope-dropped") }
  /// A `!tagged` names a tag that no service has, while a similar tag exists.
  package static var unknownTag: Self { Self("unknown-tag") }
  /// The list `roots` names a service that no layer defines.
  package static var unknownRoot: Self { Self("unknown-root") }
  /// A `$(name:…)` names no source, or the source has nothing at this path.
  public static var unknownSource: Self { Self("unknown-source") }
  /// Parameters refer to each other in a cycle.
  package static var circularParameter: Self { Self("circular-parameter") }
  /// Aliases refer to each other in a cycle.
  package static var circularAlias: Self { Self("circular-alias") }
  /// Templates or services extend each other in a cycle.
  package static var circularTemplate: Self { Self("circular-template") }
  /// A service lacks an argument that its factory requires.
  public static var missingArgument: Self { Self("missing-argument") }
  /// A service sets an argument that its factory does not declare.
  public static var unknownArgument: Self { Self("unknown-argument") }
  /// A value cannot be read as the type that the factory declares.
  public static var argumentType: Self { Self("argument-type") }
  /// A value is used where a service is declared, or a service where a value is declared.
  package static var argumentKind: Self { Self("argument-kind") }
  /// A service does not provide the type that a parameter takes.
  public static var incompatibleService: Self { Self("incompatible-service") }
  /// Several services provide a type where exactly one is required.
  public static var ambiguousService: Self { Self("ambiguous-service") }
  /// The list `provides` names a contract that the factory does not provide.
  package static var contractNotProvided: Self { Self("contract-not-provided") }
  /// A variable that `$(env:…)` requires is not set.
  public static var missingEnvironmentVariable: Self { Self("missing-environment-variable") }
  /// A parameter marked `!required` is used, and no layer sets it.
  public static var requiredParameter: Self { Self("required-parameter") }
}

// Graph: errors of the wiring as a whole.
extension DiagnosticCode {
  /// Services depend on each other in a cycle.
  public static var dependencyCycle: Self { Self("dependency-cycle") }
  /// A service would keep one with a shorter lifetime.
  public static var captiveDependency: Self { Self("captive-dependency") }
  /// A decorator is used as if it were an independent service.
  package static var decoratorTarget: Self { Self("decorator-target") }
  /// A service that is not kept has a hook that would never run.
  package static var unreachableHook: Self { Self("unreachable-hook") }
  /// A `retry` allows no attempt, has its pauses in the wrong order, or has no hook to attempt again.
  package static var invalidRetry: Self { Self("invalid-retry") }
  /// A definition says with `ends` what follows when its run returns, and its factory has no run.
  package static var invalidEnds: Self { Self("invalid-ends") }
  /// A service that takes arguments from each request is used where none can be passed.
  public static var runtimeArguments: Self { Self("runtime-arguments") }
  /// A service that is not `Sendable` is used where it could be shared.
  public static var notSendable: Self { Self("not-sendable") }
}

// Variables that a check does not look at, and those of a file, which only commands read: no program
// handles these.
extension DiagnosticCode {
  /// No text of a variable can be read by everything that reads it.
  package static var variableConflict: Self { Self("variable-conflict") }
  /// More variables decide the wiring than a check can try.
  package static var uncheckedShape: Self { Self("unchecked-shape") }
  /// No text of a variable makes a value valid.
  package static var variableMismatch: Self { Self("variable-mismatch") }
  /// A line of a file with variables is not valid.
  package static var dotenvSyntax: Self { Self("dotenv-syntax") }
  /// A file sets a variable twice.
  package static var repeatedVariable: Self { Self("repeated-variable") }
  /// A file sets a variable that nothing reads, while one with a similar name is read.
  package static var unknownVariable: Self { Self("unknown-variable") }
  /// A template is not used.
  package static var unusedTemplate: Self { Self("unused-template") }
  /// An overlay changes nothing in any environment.
  package static var unusedOverlay: Self { Self("unused-overlay") }
}

// Warnings.
extension DiagnosticCode {
  /// A service is unreachable from the roots.
  public static var unusedService: Self { Self("unused-service") }
  /// A parameter is not used.
  public static var unusedParameter: Self { Self("unused-parameter") }
  /// Something refers to a service that is marked `deprecated`.
  public static var deprecatedReference: Self { Self("deprecated-reference") }
  /// A value that looks like a secret is written in the file.
  public static var literalSecret: Self { Self("literal-secret") }
  /// A value under the name of a credential comes from an external source and is not marked
  /// `!secret`.
  public static var unmarkedSecret: Self { Self("unmarked-secret") }
  /// A patch changes nothing.
  public static var patchWithoutEffect: Self { Self("patch-without-effect") }
  /// A text contains `${`, which has no meaning there.
  public static var suspiciousInterpolation: Self { Self("suspicious-interpolation") }
  /// A redefinition drops a tag that is requested, a lifetime, or another field of the definition that it replaces.
  public static var fieldsDropped: Self { Self("fields-dropped") }
  /// A pattern under `imports` matches no file.
  public static var emptyGlob: Self { Self("empty-glob") }
  /// A service is eager, but the container would not keep it.
  public static var eagerWithoutEffect: Self { Self("eager-without-effect") }
  /// A layer adds a name that nothing uses and that resembles one of a lower layer.
  public static var similarName: Self { Self("similar-name") }
  /// A file is named nearly like that of an environment, and is not read.
  public static var unreadSibling: Self { Self("unread-sibling") }
  /// An overlay is a file that the load reads for another reason, too.
  public static var repeatedFile: Self { Self("repeated-file") }
  /// A decorator does not use the service that it decorates.
  public static var decoratorWithoutInner: Self { Self("decorator-without-inner") }
}

// Runtime: errors that only resolution can detect.
extension DiagnosticCode {
  /// A factory threw an error.
  public static var factoryFailed: Self { Self("factory-failed") }
  /// The program requests a key that the container does not have.
  public static var noSuchService: Self { Self("no-such-service") }
  /// The program requests a service as a type that it does not provide.
  public static var typeMismatchAtResolve: Self { Self("type-mismatch-at-resolve") }
  /// A service of a scope is requested where no such scope is open.
  public static var scopedOutsideScope: Self { Self("scoped-outside-scope") }
  /// A service is requested in a scope that is closed.
  public static var scopeClosed: Self { Self("scope-closed") }
  /// A factory requests, while it runs, a service that waits for the factory's own product.
  public static var reentrantResolution: Self { Self("reentrant-resolution") }
  /// A service that has to be awaited is requested synchronously.
  public static var needsAwait: Self { Self("needs-await") }
  /// A test was about to build a service that reaches external systems.
  public static var liveService: Self { Self("live-service") }
  /// A request is made of a container that was stopped or no longer exists.
  public static var containerShutDown: Self { Self("container-shut-down") }
  /// A child container is created with a plan that was not made for its parent.
  public static var parentMismatch: Self { Self("parent-mismatch") }
  /// A service could not be started.
  public static var startFailed: Self { Self("start-failed") }
  /// A service exceeded its limit while it started.
  public static var startTimedOut: Self { Self("start-timed-out") }
  /// A service failed or exceeded its limit while it stopped.
  public static var stopFailed: Self { Self("stop-failed") }
  /// The run of a service ended, and the program cannot go on without it.
  public static var serviceEnded: Self { Self("service-ended") }
}

extension DiagnosticCode {
  /// Returns the address of the code's page below that of the documentation of Patchbay.
  func page(below documentation: String) -> String {
    documentation.utf8.last == UInt8(ascii: "/")
      ? documentation + name : "\(documentation)/\(name)"
  }
}
