struct DeferredService: Sendable {}
public struct Lazy<T>: Sendable { init(_ s: DeferredService) {} }
public struct Provider<T>: Sendable { init(_ s: DeferredService) {} }
