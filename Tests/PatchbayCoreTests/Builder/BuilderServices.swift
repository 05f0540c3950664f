import PatchbayConfiguration

@testable import PatchbayCore

extension ServiceKey where Service == any Greeter {
  static let greeter: Self = "greeter"
  static let friend: Self = "friend"
}
extension ServiceKey where Service == Plain { static let simple: Self = "plain" }
extension ServiceKey where Service == Counter { static let tally: Self = "counter" }
extension ServiceKey where Service == Client { static let client: Self = "client" }
extension ServiceKey where Service == @Sendable () -> Int { static let random: Self = "random" }

/// What a program changes after it was built.
struct Client: Sendable, Equatable {
  var base: String
  var policies: [String] = []
}

/// A module with a value of its own.
struct Greetings: Module {
  var greeting: String
  var isPolite = true

  var definitions: Definitions {
    Define("plain", "Plain").argument("greeting", .text(greeting))
    if isPolite {
      Define(.greeter, "Polite").argument("inner", .reference(.simple))
    } else {
      Alias("greeter", of: "plain")
    }
  }
}
