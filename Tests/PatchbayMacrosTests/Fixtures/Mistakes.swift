import PatchbayMacros

// Every mistake is on a line of its own, with what the compiler says of it.

protocol Mailer: Sendable {}
protocol Other: Sendable {}
final class NotSendable { init() {} }
final class Foreign: Mailer { init(host: String, port: Int) {} }
struct Unnamed { init(host: String, _ port: Int) {} }

@Provided enum Enumeration { case first }  // error: `@Provided` cannot be used on an enum, which has no initializer to take the parameters from: declare it with `Factory(…)`
@Provided struct Generic<Value: Sendable> { init(value: Value) {} }  // error: `@Provided` cannot be used on the generic type `Generic`: declare a factory for each type that is used, such as `#factory("GenericOfInt", Generic<Int>.init(…))`
enum Outer<Value> {
  @Provided struct Inner { init() {} }  // error: `@Provided` cannot be used inside of the generic type `Outer`: declare a factory for each type that is used with `#factory("Name", …)`
}
@Provided struct Several {  // error: `Several` has several initializers: mark the one that configurations use with `@ProvidedInitializer`
  init(host: String) {}
  init(port: Int) {}
}
@Provided struct TwoMarks {
  @ProvidedInitializer init(host: String) {}
  @ProvidedInitializer init(port: Int) {}  // error: `@ProvidedInitializer` marks one initializer of `TwoMarks`, and not several
}
struct OnlyMark {
  @ProvidedInitializer init(host: String) {}  // error: `@ProvidedInitializer` has no effect here: it marks one of several initializers of a type with `@Provided`
}
@Provided struct NoLabel { init(host: String, _ port: Int) {} }  // error: a parameter without a label has no name for configurations
@Provided struct Variadic {
  init(
    host: String,
    ports: Int...  // error: a variadic parameter cannot be given by a configuration: take an array
  ) {}
}
@Provided struct InOut { init(host: inout String) {} }  // error: an `inout` parameter cannot be given by a configuration
@Provided struct Two { init(host: inout String, _ port: Int) {} }  // error: an `inout` parameter cannot be given by a configuration // error: a parameter without a label has no name for configurations
@Provided struct GenericInitializer { init<Value>(value: Value) {} }  // error: the initializer of `GenericInitializer` is generic: use types, such as `any P` for `some P`
@Provided struct Opaque { init(mailer: some Mailer) {} }  // error: a generic parameter cannot be given by a configuration: write `any` for `some`
@Provided struct Private { private init(host: String) {} }  // error: the initializer of `Private` is private: remove `private`
@Provided struct Failable { init?(host: String) {} }  // error: the initializer of `Failable` may return nil: throw an error instead
@Provided final class NoInitializer { let host: String }  // error: `NoInitializer` has no initializer to take the parameters from: declare one // error: class 'NoInitializer' has no initializers
@Provided struct PrivateProperty {
  var host: String
  private var count = 0  // error: `PrivateProperty` needs an initializer, because its property `count` is private
}
@Provided struct LazyProperty {
  lazy var count = 0  // error: `LazyProperty` needs an initializer, because its property `count` is lazy
}
@Provided struct Conditional {
  #if os(Linux) || os(macOS)
    init(host: String) {}  // error: the initializer of `Conditional` is inside of `#if`, whose condition is not known here: declare it with `Factory(…)`
  #endif
}
@Provided(as: (any Other).self) struct NotOther: Mailer {}  // error: cannot convert value of type 'NotOther' to type 'any Other' in coercion
@Provided(arguments: "nmae") struct Misspelt { init(name: String, age: Int) {} }  // error: `Misspelt` has no parameter `nmae`; it has `name`, `age`
@Provided class Base { init() {} }
@Provided final class Derived: Base { override init() {} }  // error: `Derived` has a factory already, perhaps that of its superclass: declare it with `Factory(…)`
struct Holder {
  @Provided private struct Hidden { init() {} }  // error: `@Provided` cannot be used on a private type in another type: make it `fileprivate`
}
func local() {
  @Provided struct Local { init() {} }  // error: local type cannot have attached extension macro
}
@Provided func function() {}  // error: 'extension' macro cannot be attached to global function ('function') // error: 'member' macro cannot be attached to global function ('function')
@Provided protocol Contract {}  // error: `@Provided` belongs on a struct, a class or an actor

private enum Hidden {
  @Provided struct Visible { init() {} }
}
enum Around {
  private enum Hidden {
    @Provided struct Visible { init() {} }  // error: `@Provided` cannot be used on a private type in another type: make it `fileprivate`
  }
}
@Provided struct NotCopied: ~Copyable { init() {} }  // error: `@Provided` cannot be used on a type that cannot be copied: a container keeps its products
@Provided struct OwnFactory {
  static let factory = 5  // error: `@Provided` adds a `factory` to `OwnFactory`, which has one: rename this property
}
@Provided struct Function { init(body: @Sendable () -> Void) {} }  // error: a function has to be `@escaping` to outlive its initializer
@Provided struct Isolated { init(actor: isolated (any Actor)? = #isolation) {} }  // error: an `@autoclosure` or `isolated` parameter cannot be given by a configuration
@Provided struct Maybe { init(sinks: [any Mailer]?) {} }  // error: 'input' is deprecated: take `[Service]`: it is empty if a configuration gives none
@Provided struct LazyList { init(sinks: Lazy<[any Mailer]>) {} }  // error: 'input' is deprecated: take `[Service]`, or a `Lazy` of one service
@Provided struct MaybeLazy { init(sink: Lazy<any Mailer>?) {} }  // error: 'input' is deprecated: take `Lazy<Service>`, or `Service?` without `Lazy`
@Provided(arguments: "name", "name") struct Twice { init(name: String) {} }  // error: `name` is written twice: each request gives it
@Provided(arguments: "age", "name") struct Reversed { init(name: String, age: Int) {} }  // error: requests give arguments in the order of the initializer: write "name", "age"
@Provided class Provider1 { init() {} }
final class Plain: Provider1 {}
struct MarkElsewhere {
  @ProvidedInitializer func make() {}  // error: `@ProvidedInitializer` marks an initializer, and nothing else
}
extension MarkElsewhere {
  @ProvidedInitializer init(port: Int) {}  // error: an initializer in an extension cannot be taken: move it to the type
}

let unnamed = #factory(Unnamed.init(host:_:))  // error: a parameter without a label has no name for configurations: declare it with `Factory(…)`
let closure = #factory({ (host: String) in Foreign(host: host, port: 1) })  // error: expected an initializer with its labels, such as `Mailer.init(host:port:)`, and not a closure
let unknown = #factory(Foreign.init(host:port:), defaults: ["prot": 587])  // error: `Foreign.init(host:port:)` has no parameter `prot`; it has `host`, `port`
let wrong = #factory(Foreign.init(host:port:), defaults: ["port": "many"])  // error: cannot convert value of type 'String' to expected argument type 'Int'
let both = #factory(Foreign.init(host:port:), arguments: "port", defaults: ["port": 1])  // error: `port` is written twice: each request gives it
let forgotten = #factory(Foreign.init)  // error: cannot convert value of type '@Sendable (String, Int) -> Foreign' to type '@Sendable () throws -> Foreign' in coercion
let notOther = #factory(Foreign.init(host:port:), as: (any Other).self)  // error: cannot convert value of type 'Foreign' to type 'any Other' in coercion

let undeclared = FactoryCatalog("app") {
  Foreign.self  // error: 'buildExpression' is unavailable: this type declares no factory: attach `@Provided` to its declaration, or use `#factory` or `Factory`
}
let inherited = FactoryCatalog("app") {
  Plain.self  // error: 'buildExpression' is unavailable: this type declares no factory: attach `@Provided` to its declaration, or use `#factory` or `Factory`
}
