// swift-format-ignore-file
// Declarations that are hard to read. `Scripts/check-tokenizer` compares how they are read with the
// toolchain's parser; nothing compiles them.

struct Conditions {
  #if os(Linux) || os(macOS)
    init(linux: Int) {}
    #if DEBUG
      init(debug: Int) {}
      var debug = 5
    #else
      init(release: Int) {}
    #endif
  #elseif swift(>=6.0)
    @available(*, deprecated) init(new: Int) {}
  #else
    let other: Int
  #endif
  @available(*, deprecated)
  #if compiler(>=6.0)
    @Marked
  #endif
  public init(marked: Int) {}
  init(plain: Int) {}
  #warning("init(warning: Int)")
  init(afterWarning: Int) {}
  #makeMembers(a: 1)
  init(afterMacro: Int) {}
  let chain = value
    #if DEBUG
      .debug()
    #endif
    .other()
  init(afterChain: Int) {}
}

#if DEBUG
  @Marked
#endif
@Other
public final class Marked {}

@Outer.Inner<Int>(a: 1, [2]) @available(macOS 15, *) @MainActor(unsafe)
public struct Attributes {
  @Outer.Inner<Int, [String]>(wrappedValue: 1) var wrapped: Int
  @Outer var plain: Int = 5, other: Int
  @Wrapper<(Int) -> Void>() private(set) public var set: Int?
  private private(set) var hidden = 1
  private(set) nonisolated(unsafe) static var shared = 1
  fileprivate(set) lazy var slow: Int? = { 5 }()
  unowned(unsafe) let unowned: AnyObject
  weak var delegate: (any Delegate)?
  @objc(initWithA:b:) convenience required init(a: Int, b: Int) {}
  @_spi(Some) @inlinable @preconcurrency nonisolated init(spi: Int) {}
  @backDeployed(before: macOS 15) init() {}
}

struct Names {
  enum Nested { case `init`, postfix, prefix(Int), open, infix, indirect, dynamic }
  case actor
  init(`init`: Int, `let` value: Int, `self`: Int, _ `default`: Int, é日本: Int, `a raw one, (`: Int) {}
  var `init`: Int
  var open: Int, prefix: Int = 5, final = 3
  let actor = 1, (one, two) = (1, 2)
  var (a, b): (Int, Int?) = (1, nil)
  func prefix() {}
  func open(init: Int) {}
  typealias optional = Int
  static func `init`(a: Int) {}
  subscript(`init`: Int) -> Int { get { 5 } set { } }
  init(last: Int) {}
}

struct Accessors {
  var plain: Int { 5 }
  var getter: Int { get { 5 } set(value) { } }
  var effects: Int { get async throws { 5 } }
  var observed: Int = 1 { willSet(value) { } didSet { } }
  var attributed: Int { @inlinable didSet { } }
  var value = { 5 }() { didSet { } }
  var closure = make { didSetting in 5 }
  var empty: () -> Void = {}
  @storageRestrictions(initializes: plain) var initialized: Int { init(value) { } get { 5 } }
  var first: Int { 1 }, second: Int, third: Int { 3 }
  var read: Int { _read { yield 5 } _modify { yield &x } }
  var mutating: Int { mutating get { 5 } nonmutating set { } }
  var one, two: Int?, three, four: Int, five = 5, six: (Int?), seven: (Int?, Int)?
  var functions: () -> Int?, other: ((Int) -> Int?)?, generic: Optional<Int>, nested: A<B, C>?
  var implicit: Int!; var separated = 5; let after: Int
  let `in`: @Sendable (Int) async throws(E) -> [Int]?
}

struct Defaults {
  init(a: Int = x < y, b: Bool = a > (b), c: [Int] = f(a < b, c > (d))) {}
  init(a: Int = A<B, C>(d), b: Int = A<B>.self, c: A<B>.C? = nil, d: A<B> = A<B>()) {}
  init(a: Int = b ? c : d, e: [Int: Int] = [1: 2], f: Int = g ?? h, i: Int = j! + k?.l) {}
  init(a: F = (+), b: F = (<), c: F = {$0 < $1}, d: F = (>), e: F = (==), f: F = (/), g: Int) {}
  init(a: Int = 1 << 2, b: Int = 3 >> 4, c: Bool = 1 <= 2, d: Bool = 3 >= 4, e: Int = 5) {}
  init(a: Bool = x<y, b: Bool = z>w, c: Bool = x<y && z>(w)) {}
  init(a: K = \.b, c: K = \A<B>.c[1], d: K = \.[d], e: K = \.self?.f, g: K = \A.g!) {}
  init(a: Int = if b { 1 } else if c { 2 } else { 3 }, d: Int = switch e { case .f, .g: 1 default: 2 }) {}
  init(a: Int = try! b(), c: Int = await d, e: E = .f(g, h).i { j, k in l } m: { n }, o: Int) {}
  init(a: Any.Type = (any P & Q).self, b: Int = c as? D ?? e, f: Bool = g is A<B, C>, h: Int) {}
  init(a: Int = #line, b: Int = #macro(c, d) { e, f in g }, h: Selector = #selector(getter: i.j)) {}
  init(a: R = /b,c/, d: R = /[)"]/, e: R = #/f "/#, g: R = ##/ /# /##, h: Int = i / j, k: Int = l/m) {}
  init(a: R = #/
    multi, ( "
  /#, b: Int) {}
  init(a: Double = 1.5e-3, b: Int = 0xFF_FF, c: Double = 0x1.8p+3, d: Int = t.0.1, e: Int = -1, f: R = 1...2) {}
  init(a: S = "", b: S = "\"", c: S = "\\", d: S = "\("\("\(1, 2)")")", e: S = #"""#, f: S = ##"\#("#)"##, g: Int) {}
  init(a: S = #"\#("a" + #"b\#(c)"#)"#, b: S = "a // b", c: S = "/* b", d: S = "\(a /* ) */, b)", e: Int) {}
  init(a: S = """
    \("""
      inner ", (
      """) " "" \""" ,
    """, b: S = #"""
    """ \(no) \#("yes")
    """#, c: Int) {}
  init(a: S = "\({ "}" }(), { ")" })", b: Int) {}
  init(a: S = "a\(b)c\(d, e: "f\(g)")h", b: Int /* , ( " */ = 5 // , ( "
    , c: Int) {}
  init(a /**/ b /*:*/ : /* Int */ Int /* = 6 */ = /* 7 */ 5 /* , */) {}
  init(a: @autoclosure () -> Int = 5, b: borrowing Int, c: consuming Int, d: sending Int, e: isolated A) {}
  init(a: some P, b: any P & Q, c: repeat each T, d: (repeat each T) -> Void, e: [some P], f: Int ..., g: ~Copyable) {}
  init(@A a: Int, @B(c, d) e f: Int, @Builder g: () -> some View, @A @B<C> h: (Int, @escaping () -> Void) -> Int) {}
  init(_: Int, _ a: Int, b _: Int, c d: Int, `e` f: Int,) {}
  init(a: (b: Int, c: inout Int) async throws(E<F, G>) -> (H, I), j: A.B<C, D>.E, k: [A: B]?, l: A!, m: [5 of Int]) {}
  init(a: G<5, -1>, b: InlineArray<3, Int>, c: Int.Type, d: (any P).Type?, e: P.Protocol) {}
  init(a: Int = { (b: Int, c: Int) -> Int in b < c ? 1 : 2 }(1, 2), d: Int = [1, 2].map { $0 }.reduce(0, +)) {}
  init(a: Bool = b && !c, d: Bool = ~e == .f, g: Int = h &+ i, j: Int = k | l ^ m % n, o: P = p→q, r: Int) {}
  init(a: Int = b<c>(d), e: Int = f<g, h>(i), j: Int = k<l>.m, n: Int = o<[p], (q)>(r), s: Int) {}
  init(a: T = A<B>?.none, b: T = A<B>!.c, c: T = [A<B, C>](), d: T = [A<B, C>: D<E, F>](), e: Int) {}
  init(a: Int = if b, let c { 1 } else if case .d(let e, _) = f, g { 2 } else { 3 }, if h: Int) {}
  init(a: Int = copy b, c: Int = consume d, e: Int = unsafe f, g: Int = (try? h) ?? i, j: Int) {}
}

class Signatures {
  init?<T, U: Collection<T>>(a: T, b: U) async throws(E<T>) where T: A, U: B<T> { let x = 1 }
  init!<each T>(a: repeat each T) rethrows where repeat each T: P {}
  init<let n: Int>(a: InlineArray<n, Int>) {}
  init < T > (spaced: T) {}
  init ? (failable: Int) {}
  public required convenience override init(a: Int) throws {}
  isolated deinit { init(inDeinit: Int) }
  init(noBody: Int) async throws
  init(noBodyWhere: Int) where T == (Int, Int)
  final var open: Int
  init(closing: Int) { }; init(sameLine: Int) { }
  let x = A.init, y = B.init(a:b:), z: C = .init(d: 1)
  let operatorAtEnd = 1 +
    2
  let operatorAtStart = 1
    + 2
  let chained = a
    .init(b: 1)
    .c
  let ternary = a
    ? b : c
  let range = 1...
  init(afterRange: Int) {}
  let less = a <
    b
  init(afterLess: Int) {}
  let trailing = a { b }
    c: { d }
  let literal = [
    1: 2,
    3: 4,
  ]
  func body() { self.init(a: 1); class Local { init(local: Int) {} } }
  indirect enum Inner: P, Q { case a(Int = 5, b: C), d; init(inner: Int) { self = .a(1) } }
  static let shared = Signatures(a: 1), other = 5
  class var classVariable = 5
  class func make() -> Signatures { .init(a: 1) }
  static func + (a: A, b: B) {}
  precedencegroup G { higherThan: H }
  typealias T<U> = (U) -> Void where U: P
  macro m(a: Int) = #externalMacro(module: "A", type: "B")
  init(end: Int) {}
}

extension Array<Int>.Index: @retroactive P where Element == (Int, Int) { init(inExtension: Int) { self = 1 } }
extension [Int] { init(sugar: Int) { self = [] } }
extension [String: [Int]]? { init(more: Int) { self = nil } }
extension Swift.Optional where Wrapped: P { var stored: Int { 5 } }
public distributed actor Remote<System: P>: Q where System.A == B { nonisolated init(a: Int) async {} }
struct `Raw name` <T> : ~Copyable { init(a: T) {}; deinit {} }
indirect enum Tree<T>: P { case leaf, node(Tree, Tree); init() { self = .leaf } }
