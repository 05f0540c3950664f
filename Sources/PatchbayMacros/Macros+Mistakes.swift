public import PatchbayCore

/// Reports what is no function that fits, such as `#factory(SMTPMailer.self)` and `#factory(SMTPMailer(host: "a"))`.
///
/// The macro reads the labels of a reference, such as `SMTPMailer.init(host:port:)`, and sees no
/// declaration of the type. Without this overload the compiler reports four errors for a type or a label that is
/// misspelt. It is not generic: the compiler would prefer a generic one to the errors in a hook.
///
/// - Parameters:
///   - value: Anything else than a function that fits.
///   - contracts: The types under which the product can be found.
/// - Returns: Nothing: every use is an error.
@freestanding(expression)
public macro factory(
  _ value: Any, as contracts: Any.Type...
) -> Factory<Never> = #externalMacro(module: "PatchbayMacrosPlugin", type: "FactoryMistake")
