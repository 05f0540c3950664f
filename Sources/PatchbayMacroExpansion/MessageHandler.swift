/// Answers the messages of the compiler.
package struct MessageHandler {
  /// The last use of `@Provided` without a mistake. The compiler asks for the member and the conformance of a
  /// type one after the other, and reading its declaration takes most of the time.
  private var provided: HostMessage.AttachedMacro?

  package init() {}

  package mutating func answer(to message: HostMessage) -> PluginMessage {
    switch message {
    case .getCapability:
      return .getCapabilityResult(capability: .init())
    case .expandFreestandingMacro(let use):
      return Self.result(of: use.macro) { () throws(MacroError) in try Self.source(of: use) }
    case .expandAttachedMacro(let use):
      return Self.result(of: use.macro) { () throws(MacroError) in try source(of: use) }
    case .loadPluginLibrary:
      return .loadPluginLibraryResult(loaded: false, diagnostics: [])
    case .unknown(let name):
      return Self.failure("this version of PatchbayMacros does not support the message `\(name)`")
    }
  }

  /// Returns the expansion of a use; nil for a macro that does not exist.
  private static func source(
    of use: HostMessage.FreestandingMacro
  ) throws(MacroError) -> String? {
    switch use.macro.typeName {
    case "FactoryMacro": try FactoryMacro(use).expansion()
    case "FailableFactoryMistake": throw try FactoryMacro(use).failable()
    default: nil
    }
  }

  /// Returns the expansion of a use; nil for a macro that does not exist.
  private mutating func source(of use: HostMessage.AttachedMacro) throws(MacroError) -> String? {
    switch use.macro.typeName {
    case "ProvidedMacro": try expansion(of: use)
    case "ProvidedInitializerMacro": try ProvidedInitializerMacro.check(use)
    default: nil
    }
  }

  private mutating func expansion(of use: HostMessage.AttachedMacro) throws(MacroError) -> String {
    var member = use
    member.extendedTypeSyntax = nil
    if let type = use.extendedTypeSyntax, member == provided {
      return ProvidedMacro.conformance(of: type)
    }
    let source = try ProvidedMacro(use).expansion()
    if !source.isEmpty { provided = member }
    return source
  }

  private static func result(
    of macro: HostMessage.MacroReference, _ expand: () throws(MacroError) -> String?
  ) -> PluginMessage {
    do throws(MacroError) {
      guard let source = try expand() else {
        return failure("this version of PatchbayMacros has no macro `\(macro.typeName)`")
      }
      return .expandMacroResult(expandedSource: source, diagnostics: [])
    } catch {
      return .expandMacroResult(expandedSource: nil, diagnostics: error.diagnostics)
    }
  }

  private static func failure(_ message: String) -> PluginMessage {
    .expandMacroResult(
      expandedSource: nil,
      diagnostics: [.init(message: message, severity: .error, position: .unknown)])
  }
}
