import PatchbayMacros

// Every mistake is on a line of its own, with what the compiler says of it.

protocol Mailer: Sendable {}
protocol Other: Sendable {}
final class NotSendable { init() {} }
final class Foreign: Mailer { init(host: String, port: Int) {} }
struct Unnamed { init(host: String, _ port: Int) {} }
struct Box<Value: Sendable>: Sendable { init(value: Value) {} }
func open(url: String) async -> Foreign { Foreign(host: url, port: 1) }
func maker(_ name: String) -> @Sendable (Int) -> Foreign { { Foreign(host: "", port: $0) } }
let name = "host"
let contract = (any Mailer).self
nonisolated(unsafe) let values: KeyValuePairs<String, Any?> = ["port": 587]

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
@Provided struct ConditionalProperty {
  #if os(Linux) || os(macOS)
    var host: String  // error: `ConditionalProperty` needs an initializer, because its property `host` is inside of `#if`
  #endif
}
@Provided struct Tuple {
  var (first, second) = (1, 2)  // error: `Tuple` needs an initializer, because its property `(first, second)` is one of a tuple
}
@propertyWrapper struct Wrapper { var wrappedValue: Int }
@Provided struct Wrapped {
  @Wrapper var count: Int  // error: `Wrapped` needs an initializer, because its property `count` is wrapped by `@Wrapper`
}
@Provided struct OnlyOld { @available(*, unavailable) init(old: Int) {} }  // error: `OnlyOld` has no initializer to take the parameters from: declare one
enum Outermost<Value> {
  enum Middle {
    @Provided struct Inner { init() {} }  // error: `@Provided` cannot be used inside of the generic type `Outermost`: declare a factory for each type that is used with `#factory("Name", …)`
  }
}
@Provided struct Owner {
  struct Part {
    @ProvidedInitializer init(host: String) {}  // error: `@ProvidedInitializer` has no effect here: it marks one of several initializers of a type with `@Provided`
  }
}
@Provided extension Foreign {}  // error: 'extension' macro cannot be attached to extension (extension of 'Foreign')
@Provided(arguments: "name") struct Empty {}  // error: `Empty` has no parameter `name`
@Provided(arguments: name) struct NamedElsewhere { init(host: String) {} }  // error: expected the name of a parameter in quotes
@Provided(arguments: "ho" + "st") struct NamedInParts { init(host: String) {} }  // error: expected the name of a parameter in quotes
@Provided(arguments: "\(name)") struct Interpolated { init(host: String) {} }  // error: expected the name of a parameter in quotes
@Provided(arguments: #"host"#) struct NamedRaw { init(host: String) {} }  // error: expected the name of a parameter in quotes
@Provided(as: contract) struct ContractElsewhere: Mailer {}  // error: expected a type after `as:`, such as `(any contract).self`
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
@Provided func function() {}  // error: 'extension' macro cannot be attached to global function ('function')
@Provided protocol Contract {}  // error: `@Provided` belongs on a struct, a class or an actor

let unnamed = #factory(Unnamed.init(host:_:))  // error: a parameter without a label has no name for configurations: declare it with `Factory(…)`
let closure = #factory({ (host: String) in Foreign(host: host, port: 1) })  // error: expected an initializer with its labels, such as `Mailer.init(host:port:)`, and not a closure
let unknown = #factory(Foreign.init(host:port:), defaults: ["prot": 587])  // error: `Foreign.init(host:port:)` has no parameter `prot`; it has `host`, `port`
let wrong = #factory(Foreign.init(host:port:), defaults: ["port": "many"])  // error: cannot convert value of type 'String' to expected argument type 'Int'
let notOther = #factory(Foreign.init(host:port:), as: (any Other).self)  // error: cannot convert value of type 'Foreign' to type 'any Other' in coercion
let notBoth = #factory(Foreign.init(host:port:), as: (any Mailer, any Other).self)  // error: cannot convert value of type 'Foreign' to type '(any Mailer, any Other)' in coercion
let nameless = #factory(Box<Int>.init(value:))  // error: expected the name for configurations before the initializer, such as `#factory("Name", …)`
let free = #factory(async: open(url:))  // error: expected the name for configurations before the initializer, such as `#factory("Name", …)`
let called = #factory("Called", maker("x"))  // error: expected the labels of an initializer, such as `Mailer.init(host:port:)`, and not a call
let elsewhere = #factory(Foreign.init(host:port:), defaults: values)  // error: expected the defaults by name, such as `["port": 587]`
let cast = #factory(Foreign.init(host:port:), defaults: ["port": 1] as KeyValuePairs<String, Any?>)  // error: expected the defaults by name, such as `["port": 587]`
let inParts = #factory(Foreign.init(host:port:), defaults: ["po" + "rt": 1])  // error: expected the name of a parameter in quotes

let undeclared = FactoryCatalog("app") {
  Foreign.self  // error: 'buildExpression' is unavailable: this type declares no factory: write `@Provided` before it, or use `#factory` or `Factory`
}
