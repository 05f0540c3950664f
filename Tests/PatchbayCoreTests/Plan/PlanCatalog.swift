import PatchbayConfiguration

@testable import PatchbayCore

/// Does something else with a greeter, and is none.
final class Recorder: Sendable {
  let inner: any Greeter
  init(_ inner: any Greeter) { self.inner = inner }
}

/// Several greeters, by their order or by their keys.
struct Choir: Greeter {
  let voices: [String]
  init(_ voices: [any Greeter]) { self.voices = voices.map(\.greeting) }
  init(_ voices: [String: any Greeter]) {
    self.voices = voices.map { "\($0): \($1.greeting)" }.sorted()
  }
  var greeting: String { voices.joined(separator: "; ") }
}

struct Lonely: Greeter {
  let friend: (any Greeter)?
  var greeting: String { friend.map { "with \($0.greeting)" } ?? "alone" }
}

extension FactoryCatalog {
  /// Greeters of every kind, to be wired in tests of the passes.
  static let greeters = FactoryCatalog("greeters") {
    Factory("Plain", .value("greeting", default: "hello")) { (text: String) in Plain(text) }
      .provides { $0 as any Greeter }
    Factory("Polite", .service("inner", as: (any Greeter).self), make: Polite.init)
      .provides { $0 as any Greeter }
    Factory("Recorder", .service("inner", as: (any Greeter).self), make: Recorder.init)
    Factory("Choir", .services("voices", as: (any Greeter).self)) { (voices: [any Greeter]) in
      Choir(voices)
    }
    .provides { $0 as any Greeter }
    Factory("Roll", .services("voices", as: (any Greeter).self)) {
      (voices: [String: any Greeter]) in Choir(voices)
    }
    .provides { $0 as any Greeter }
    Factory("Duet", .service("inner"), .services("voices")) {
      (inner: any Greeter, voices: [any Greeter]) in Choir([inner] + voices)
    }
    .provides { $0 as any Greeter }
    Factory("Lonely", .optional("friend", as: (any Greeter).self), make: Lonely.init)
      .provides { $0 as any Greeter }
    Factory("Later", .provider("inner", as: (any Greeter).self)) {
      (inner: Provider<any Greeter>) in Plain("later")
    }
    .provides { $0 as any Greeter }
  }
}
