import Patchbay

/// The small program whose command line is tested.
protocol Voice: Sendable {
  func say(_ text: String) -> String
}

struct Plain: Voice {
  var ending: String
  func say(_ text: String) -> String { text + ending }
}

struct Loud: Voice {
  var inner: any Voice
  func say(_ text: String) -> String { inner.say(text.uppercased()) }
}

struct Greeter: Sendable {
  var voice: any Voice
  var name: String
  var token: String
  var times: Int

  var greeting: String {
    (0..<times).map { _ in voice.say("Hello, \(name)") }.joined(separator: " ")
  }
}

extension FactoryCatalog {
  static let greetings = FactoryCatalog("greetings", fileID: "App/Catalog.swift", line: 3) {
    Factory("Plain", .value("ending", default: "!"), fileID: "App/Catalog.swift", line: 4) {
      ending in Plain(ending: ending)
    }
    .provides { $0 as any Voice }
    Factory("Loud", .service("inner"), fileID: "App/Catalog.swift", line: 5) { inner in
      Loud(inner: inner)
    }
    .provides { $0 as any Voice }
    Factory(
      "Greeter", .service("voice"), .value("name"), .value("token", default: ""),
      .value("times", default: 1), fileID: "App/Catalog.swift", line: 6,
      make: Greeter.init(voice:name:token:times:)
    )
  }
}

enum Texts {
  static let services = """
    parameters:
      name: world
      token: !secret hunter2
    services:
      voice: { type: Plain }
      voice.loud:
        type: Loud
        decorates: voice
        arguments: { inner: !inner }
      greeter:
        type: Greeter
        description: says hello
        tags: { polite: { priority: 3 } }
        arguments:
          voice: !ref voice
          name: $(name)
          token: $(token)
          times: 2
      hello: { alias: greeter }
    environments:
      quiet:
        services:
          voice.loud: !remove
          greeter: { arguments: { times: 1, name: $(env:USER_NAME:-nobody) } }
      test:
        services:
          voice: { type: Plain, arguments: { ending: "?" } }

    """
}
