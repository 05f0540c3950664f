import PatchbayDiagnostics

/// A property that a container sets, found by its name and its exact type.
///
/// ```swift
/// @MainActor final class ReportScreen: Injectable {
///   @Injected var analytics: any Analytics       // the service `analytics`
///   @Injected("report-store") var store: any ReportStore
///   @Injected(.clock) var clock: any TimeSource
///   @Injected var cache: (any Cache)?            // nil if no service is named `cache`
/// }
/// ```
///
/// The type of the property is the contract, matched exactly: `any Analytics` and `RemoteAnalytics`
/// are two contracts. A property may also be an optional, a ``Lazy`` or a ``Provider`` of a
/// contract, or the `Container` itself, which it then keeps alive.
///
/// Swift allows such properties in classes of the main actor, in actors, and in classes that are
/// not `Sendable`. They are set by `Container.inject(into:)`, by the object's own call of
/// `injectDependencies()`, or, if the class is ``Injectable``, by the container that builds the
/// object. Reading and filling may happen on different threads.
///
/// Reading a property before it is set is a programming error, and stops the program with a message
/// that names the place of the property.
@propertyWrapper
public struct Injected<Value: Sendable>: Sendable {
  @usableFromInline let cell: InjectionCell<Value>

  /// Creates a property for the service whose key is the property's name.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  @inlinable
  public init(fileID: String = #fileID, line: Int = #line) {
    self.init(key: nil, fileID, line)
  }

  /// Creates a property for the service of a key.
  ///
  /// - Parameters:
  ///   - key: The key, as configurations write it.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  @inlinable
  public init(_ key: some StringProtocol, fileID: String = #fileID, line: Int = #line) {
    self.init(key: String(key), fileID, line)
  }

  /// Creates a property for the service of a typed key.
  ///
  /// - Parameters:
  ///   - key: The key, with the type of the property.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  @inlinable
  public init(_ key: ServiceKey<Value>, fileID: String = #fileID, line: Int = #line) {
    self.init(key: key.name, fileID, line)
  }

  /// Creates a property for the service of a typed key, which is nil if no service has the key.
  ///
  /// - Parameters:
  ///   - key: The key, with the type that the property's optional wraps.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  @inlinable
  @_disfavoredOverload
  public init<Wrapped: Sendable>(
    _ key: ServiceKey<Wrapped>,
    fileID: String = #fileID,
    line: Int = #line
  ) where Value == Wrapped? {
    self.init(key: key.name, fileID, line)
  }

  @inlinable
  init(key: String?, _ fileID: String, _ line: Int) {
    cell = InjectionCell(key, fileID, line)
  }

  /// The injected service, or the value that the program assigned.
  ///
  /// The container does not replace a value that was assigned before it fills the object on its
  /// own, so that a test can assign a substitute.
  @inlinable public var wrappedValue: Value {
    get { cell.read() }
    nonmutating set { cell.set(Box(newValue)) }
  }
}

/// The storage of an injected property, without its type: shared by all copies of the wrapper, so that
/// it can be accessed through a mirror.
///
/// `@unchecked` because a class with subclasses cannot be checked. Safe because the one subclass is
/// ``InjectionCell``, which adds nothing.
@usableFromInline
class AnyInjectionCell: @unchecked Sendable {
  /// The key that the property names; nil for its own name.
  let key: String?
  let location: SwiftLocation
  /// The value, boxed as the property's type; nil before it is set.
  @usableFromInline final let kept = Locked<AnyBox?>(nil)

  @usableFromInline
  init(_ key: String?, _ fileID: String, _ line: Int) {
    self.key = key
    location = SwiftLocation(fileID: fileID, line: line)
  }

  final var isSet: Bool { kept.withLock { $0 != nil } }

  /// Sets the property to a value that is boxed as its type.
  @usableFromInline
  final func set(_ box: __owned AnyBox) {
    // The old value is released after the lock: its `deinit` may run any code.
    _ = kept.withLock { kept in
      defer { kept = box }
      return kept
    }
  }
}

/// The storage of an injected property of one type.
///
/// `@unchecked` like its superclass: it adds no stored property.
@usableFromInline
final class InjectionCell<Value: Sendable>: AnyInjectionCell, @unchecked Sendable {
  @inlinable
  override init(_ key: String?, _ fileID: String, _ line: Int) { super.init(key, fileID, line) }

  @inlinable
  func read() -> Value {
    // Only boxes of this type are kept.
    let value = kept.withLock { $0.map { unsafeDowncast($0, to: Box<Value>.self).content } }
    guard let value else { stopForUnset() }
    return value
  }

  @usableFromInline
  func stopForUnset() -> Never {
    // `fatalError` because a property cannot throw and no configuration can cause this error;
    // unlike `preconditionFailure` it shows its text in release builds, too.
    fatalError(
      """
      the @Injected property at \(location), of the type \(TypeName(Value.self)), was read before it \
      was filled: call `container.inject(into:)` or `injectDependencies()`, or let the container build the \
      object as one that is `Injectable`
      """
    )
  }
}
