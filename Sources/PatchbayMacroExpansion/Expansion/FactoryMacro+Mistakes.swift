extension FactoryMacro {
  /// A use of `#factory` that the compiler finds a declaration for, and that is an error.
  enum Mistake { case async, failable }

  /// Returns the error of a use.
  func mistake(_ mistake: Mistake) throws(MacroError) -> MacroError {
    let arguments = try MacroArguments(of: use)
    guard let function = arguments.expressions.first else {
      return MacroError(
        "expected an initializer, such as `Mailer.init(host:port:)`", at: use.position(0))
    }
    let reference = use.text.source(function)
    let message =
      switch mistake {
      case .async: "`\(reference)` has to be awaited: write `#factory(async: \(reference))`"
      case .failable: "`\(reference)` may return nil: throw an error instead"
      }
    return MacroError(message, at: use.position(function.lowerBound))
  }
}
