public import PatchbayCore

/// A list of services, or a handle of one: a parameter takes it as it is, and never inside of another one.
///
/// The compiler uses it to explain a parameter such as `[any Mailer]?`.
public protocol NotAService {}

extension Array: NotAService {}
extension Dictionary: NotAService {}
extension Lazy: NotAService {}
extension Provider: NotAService {}
