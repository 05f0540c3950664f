import Patchbay

/// The number of cases that the random texts are drawn from.
enum Loudness: String, CaseIterable, Decodable, Sendable { case low, high, off }
enum Speed: Int, CaseIterable, Decodable, Sendable { case one = 1, two }

/// A value that is read and forgotten.
struct Read: Sendable {}

extension FactoryCatalog {
  /// One factory for each type that reads a value.
  static let readers = FactoryCatalog("readers") {
    reader("Bool", Bool.self)
    reader("Int", Int.self)
    reader("UInt8", UInt8.self)
    reader("Double", Double.self)
    reader("String", String.self)
    reader("Duration", Duration.self)
    reader("Loudness", Loudness.self)
    reader("Speed", Speed.self)
    reader("MaybeInt", Int?.self)
    reader("MaybeLoudness", Loudness?.self)
    reader("MaybeString", String?.self)
    reader("Ints", [Int].self)
    reader("Loudnesses", [Loudness].self)
    reader("MaybeInts", [Int?].self)
    reader("Durations", [String: Duration].self)
    reader("Flags", [Loudness: Bool].self)
    reader("Lists", [[Double]]?.self)
  }

  private static func reader<Value: Decodable & Sendable>(
    _ name: String, _ type: Value.Type
  ) -> Factory<Read> {
    Factory(name, Parameter<Value>.value("value")) { (_: Value) in Read() }
  }
}

/// A few services that read a few variables of their own, one on each line of a file.
struct RandomConfiguration {
  let number: Int
  var variables: [String] { ["A\(number)", "B\(number)", "C\(number)"] }
  private(set) var parameters: [String] = []
  private(set) var services: [String] = []

  private static let texts = [
    "0", "1", "2", "300", "-3", "0.5", "true", "false", "low", "high", "1s", "250ms", "x", "",
  ]
  private static let numbers = ["0", "1", "2"]
  /// Types, and texts that most likely fit.
  private static let types = [
    ("Bool", ["true", "false"]), ("Int", numbers), ("UInt8", numbers), ("Double", numbers),
    ("String", texts), ("Duration", ["1s", "250ms"]), ("Loudness", ["low", "high"]),
    ("Speed", ["1", "2"]), ("MaybeInt", numbers), ("MaybeLoudness", ["low", "high"]),
    ("MaybeString", texts),
  ]

  init(_ number: Int, using random: inout some RandomNumberGenerator) {
    self.number = number
    let names = (0..<Int.random(in: 0...2, using: &random)).map { "p\(number)-\($0)" }
    for name in names { parameters.append("\(name): \(scalar(Self.numbers, [], &random))") }
    for index in 0..<Int.random(in: 1...3, using: &random) {
      let (type, value) = typed(names, &random)
      services.append(
        "s\(number)-\(index): { type: \(type), arguments: { value: \(value) } }")
    }
  }

  private func typed(
    _ names: [String], _ random: inout some RandomNumberGenerator
  ) -> (type: String, value: String) {
    func one(_ texts: [String]) -> String { scalar(texts, names, &random) }
    switch Int.random(in: 0..<16, using: &random) {
    case 0: return ("Ints", "[\(one(Self.numbers)), \(one(Self.numbers))]")
    case 1: return ("Loudnesses", "[\(one(["low", "high"])), low]")
    case 2: return ("MaybeInts", "[1, \(one(Self.numbers))]")
    case 3: return ("Durations", "{ a: \(one(["1s", "250ms"])), b: 5s }")
    case 4: return ("Flags", "{ low: \(one(["true"])), high: \(one(["false"])) }")
    case 5: return ("Lists", "[[1.5, \(one(Self.numbers))], [\(one(Self.numbers))]]")
    case 6: return (["Ints", "Durations"].randomElement(using: &random)!, one(Self.texts))
    default:
      let (type, texts) = Self.types.randomElement(using: &random)!
      return (type, one(texts))
    }
  }

  /// Returns a scalar of the file, mostly with variables.
  private func scalar(
    _ texts: [String], _ names: [String], _ random: inout some RandomNumberGenerator
  ) -> String {
    let text = text(texts, names, &random)
    return text.isEmpty || Bool.random(using: &random) ? "\"\(text)\"" : plain(text)
  }

  /// Colons and braces mean something in a flow map, so plain texts have neither.
  private func plain(_ text: String) -> String {
    text.contains { " :{}[],#".contains($0) } && !text.hasPrefix("$(") ? "\"\(text)\"" : text
  }

  /// Returns a text that probably fits, and sometimes any text.
  private func known(
    _ texts: [String], _ random: inout some RandomNumberGenerator
  ) -> String {
    (Int.random(in: 0..<8, using: &random) == 0 ? Self.texts : texts)
      .randomElement(using: &random)!
  }

  private func text(
    _ texts: [String], _ names: [String], _ random: inout some RandomNumberGenerator
  ) -> String {
    let known = known(texts, &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return known
    case 1 where !names.isEmpty: return "$(\(names.randomElement(using: &random)!))"
    case 2: return variable(texts, &random) + known
    case 3: return known + variable(texts, &random)
    case 4: return variable(texts, &random) + variable(texts, &random)
    default: return variable(texts, &random)
    }
  }

  private func variable(
    _ texts: [String], _ random: inout some RandomNumberGenerator, depth: Int = 0
  ) -> String {
    let name = variables.randomElement(using: &random)!
    switch Int.random(in: 0..<(depth == 0 ? 12 : 9), using: &random) {
    case 0: return "$(env:\(name):-null)"
    case 1, 2, 3: return "$(env:\(name):-\(known(texts, &random)))"
    case 10: return "$(env:\(name):-\(variable(texts, &random, depth: depth + 1)))"
    case 11: return "$(env:\(name):-1\(variable(texts, &random, depth: depth + 1)))"
    default: return "$(env:\(name))"
    }
  }

  /// Returns values of the variables, with unset and empty ones among them.
  func assignment(using random: inout some RandomNumberGenerator) -> [String: String] {
    var values: [String: String] = [:]
    // Often the same for all, because texts that fit each other are few.
    let common = Self.texts.randomElement(using: &random)!
    for name in variables where Int.random(in: 0..<5, using: &random) > 0 {
      values[name] =
        Bool.random(using: &random) ? common : Self.texts.randomElement(using: &random)!
    }
    return values
  }
}
