package import PatchbayDiagnostics

/// What a ``WiringModel`` contains and a plan does not.
package struct ModelParts: Sendable {
  /// A parameter at the top level.
  package struct Parameter: Sendable {
    package let name: String
    /// Nil for one that cannot be evaluated.
    package var value: ConfigurationValue?
    /// The places of `$(…)` that name it or a part of it, in the order of evaluation.
    package var uses: [ParameterReference] = []

    /// Creates a parameter that nothing uses.
    package init(name: String, value: ConfigurationValue?) {
      (self.name, self.value) = (name, value)
    }
  }

  /// The parameters at the top level, in order.
  package var parameters: [Parameter] = []
  /// What parameters that are required and not set are required for, by their whole names.
  package var purposes: [String: String] = [:]
  /// The names of the layers, low to high, with paths relative to the folder of the root.
  package var layers: [String] = []
  /// The paths of the files relative to the folder of the root, by their names in messages.
  package var paths: [String: String] = [:]

  package init() {}
}

/// The merged, typed content of a load or a program; independent of YAML.
///
/// The order of ``definitions`` is that of first appearance in the merged document, which is the
/// order of `!tagged` lists and of all output.
package struct DefinitionSet: Sendable {
  /// The layers that were merged, low to high.
  package var layers: [String] = []
  /// The environment that was selected; nil for the base alone.
  package var environment: String?
  /// The declared scopes, outermost first.
  package var scopes: [Located] = []
  /// The keys that the program resolves, if it declares them.
  package var roots: [Located] = []
  /// The keys with the types as which the program requests them; their keys are roots, too.
  package var requests: [ProgramRequest] = []
  /// The scopes that the program opens.
  package var requestedScopes: [Located] = []
  /// The services, in the order of their first appearance; no two of them or of the aliases have the
  /// same key.
  package var definitions: [Definition] = []
  package var aliases: [Alias] = []
  /// Keys that a layer defined and a higher one removed, with the removing place.
  package var removed: [String: Origin] = [:]
  /// Keys without a known meaning, because the errors of their entries were reported: references to
  /// them are not reported again.
  package var faultyKeys: Set<String> = []
  /// Finds the places where environments that are not selected define a key, for hints.
  package var definitionsElsewhere: @Sendable (String) -> [Elsewhere] = { _ in [] }
  /// Finds the place where a template is defined, for hints.
  package var templatePlace: @Sendable (String) -> SourcePlace? = { _ in nil }
  /// Finds the keys of lower layers that one which an upper layer adds was probably meant to be, for hints:
  /// not those that its own layer names, too, and none if a service extends the key.
  package var keysMeantBelow: @Sendable (String) -> [String] = { _ in [] }
  /// What definitions drop of those that they replaced.
  package var dropped: [DroppedFields] = []
  /// The digest of each text that `$(file:)` has read, by what is shown of the file.
  package var fileTexts: [String: String] = [:]
  /// Evaluates a parameter.
  package var parameters = ParameterLookup()
  /// What the load has left to multiply.
  package var expansion = ExpansionBudget()
  /// What only checks and models need.
  package var checks = Checks()
  /// The secret texts that the values were made of.
  let secrets: SecretTexts

  package init(secrets: SecretTexts = SecretTexts()) { self.secrets = secrets }
}

extension DefinitionSet {
  /// What only checks and models need.
  package struct Checks: Sendable {
    /// Which parameters and templates are used; nil unless it is recorded.
    package var usage: Usage?
    /// The parameters at the top level, in order, those that cannot be evaluated as nil; empty unless
    /// the usage is recorded.
    package var parameterValues: [ModelParts.Parameter] = []
    /// The unknown parts of fields and what reads them; empty if variables are looked at.
    package var unknownUses: [UnknownUse] = []
    /// The flags that decide the wiring and are not known, in their order: the definitions have them on.
    package var unknownFlags: [UnknownFlag] = []
    /// What only a model is made of; nil unless one is asked for.
    package var modelParts: ModelParts?
  }
}

/// A key that a program requests, with the type as which it does.
package struct ProgramRequest: Sendable {
  package let key: String
  let type: TypeName
  /// Whether a configuration may leave the service out.
  let isOptional: Bool
  package let place: SourcePlace

  package init(key: String, type: TypeName, isOptional: Bool, place: SourcePlace) {
    (self.key, self.type, self.isOptional, self.place) = (key, type, isOptional, place)
  }
}

/// What a definition drops of the one that it replaced, because it does not say it again.
package struct DroppedFields: Sendable {
  /// A field, with the scope or the tag, which is empty for other fields.
  package typealias Field = (name: String, text: String, place: SourcePlace)

  package let key: String
  /// The place of the new definition.
  package let place: SourcePlace
  package let fields: [Field]

  package init(key: String, place: SourcePlace, fields: [Field]) {
    (self.key, self.place, self.fields) = (key, place, fields)
  }
}

/// A `$(…)` that names a parameter.
package struct ParameterReference: Sendable, Equatable {
  /// The whole name, such as `http.port`.
  package let name: String
  /// The value that it is a part of: ``the argument `port` of `server` ``.
  package let subject: String
  /// The names that lead to that value: `services`, `server`, `arguments`, `port`.
  package let path: [String]
  /// The place of the `$(…)`.
  package let place: SourcePlace

  package init(name: String, subject: String, path: [String], place: SourcePlace) {
    (self.name, self.subject, self.path, self.place) = (name, subject, path, place)
  }
}

/// A place in an environment that is not selected.
package struct Elsewhere: Sendable {
  package let environment: String
  package let place: SourcePlace

  package init(environment: String, place: SourcePlace) {
    self.environment = environment
    self.place = place
  }
}

extension [Elsewhere] {
  /// Returns the fix for a name that only other environments have: to `define` or `set` it where it
  /// lacks, which is the base alone for nil.
  package func advice(_ verb: String, lackingIn selected: String?) -> String {
    if let selected { return "\(verb) it in the base, or for `\(selected)` too" }
    let which = count == 1 ? "that environment" : "one of those environments"
    return "\(verb) it in the base, or select \(which)"
  }
}
