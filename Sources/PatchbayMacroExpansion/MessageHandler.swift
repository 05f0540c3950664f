/// Answers the messages of the compiler.
package struct MessageHandler {
  package init() {}

  package func answer(to message: HostMessage) -> PluginMessage {
    switch message {
    case .getCapability:
      return .getCapabilityResult(capability: .init())
    case .expandFreestandingMacro(let use):
      return Self.result(of: use.macro) { () throws(MacroError) in try Self.source(of: use) }
    case .expandAttachedMacro(let use):
      return Self.result(of: use.macro) { () throws(MacroError) in try Self.source(of: use) }
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
    case "FactoryMistake": throw try FactoryMacro(use).mistake()
    default: nil
    }
  }

  /// Returns the expansion of a use; nil for a macro that does not exist.
  private static func source(
    of use: HostMessage.AttachedMacro
  ) throws(MacroError) -> String? {
    switch use.macro.typeName {
    case "ProvidedMacro": try ProvidedMacro(use).expansion()
    case "ProvidedInitializerMacro": try ProvidedInitializerMacro.check(use)
    default: nil
    }
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
