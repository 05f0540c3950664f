package import PatchbayDiagnostics

/// The argument of one parameter of a definition's factory.
package struct Argument: Sendable {
  /// The name of the factory's parameter.
  package let name: String
  package let namePlace: SourcePlace
  package var value: ConfigurationValue

  package init(name: String, namePlace: SourcePlace, value: ConfigurationValue) {
    self.name = name
    self.namePlace = namePlace
    self.value = value
  }
}

/// A service's membership in a tag.
package struct TagUse: Sendable {
  package let name: Located
  /// Orders `!tagged`: high first, then by first appearance; nil for the default, 0.
  package var givenPriority: Int?
  /// The other attributes of the tag.
  package var attributes: [ConfigurationValue.Entry] = []
  /// Whether it is of the `defaults` of the file, and not of the entry.
  package var isOfDefaults = false

  package init(name: Located, priority: Int? = nil) {
    (self.name, givenPriority) = (name, priority)
  }

  package var priority: Int { givenPriority ?? 0 }
}

/// A service of a plan that has a tag.
struct TagMember: Sendable {
  let index: Int
  private(set) var priority: Int
  /// The place of the tag at the service, and what it says there apart from the priority.
  let place: SourcePlace
  private(set) var attributes: [ConfigurationValue.Entry]

  init(_ index: Int, _ use: TagUse) {
    (self.index, priority) = (index, use.priority)
    (place, attributes) = (use.name.place, use.attributes)
  }

  /// Creates the member that a service of the parent is in the child.
  init(_ index: Int, inheriting member: TagMember) {
    (self.index, priority) = (index, member.priority)
    (place, attributes) = (member.place, member.attributes)
  }

  /// Replaces what a decorator says itself, attribute by attribute.
  mutating func change(by use: TagUse) {
    priority = use.givenPriority ?? priority
    for attribute in use.attributes {
      if let index = attributes.firstIndex(where: { $0.key == attribute.key }) {
        attributes[index] = attribute
      } else {
        attributes.append(attribute)
      }
    }
  }
}

/// The name of a scope: one of the four built-in scopes, or one that ``Scopes`` declares.
///
/// A string literal is a name: `.scope("request")`.
public struct ScopeName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, as configurations write it.
  public let description: String

  /// Creates the name of a built-in or declared scope.
  public init(_ name: String) { description = name }
  /// Creates the name of a built-in or declared scope from a literal.
  public init(stringLiteral name: String) { description = name }

  /// One instance for each container: the default.
  public static let singleton: Self = "singleton"
  /// A new instance for each use.
  public static let transient: Self = "transient"
  /// One instance for each request to the container.
  public static let graph: Self = "graph"
  /// One instance for as long as something holds a strong reference to it; classes only.
  public static let weak: Self = "weak"

  /// The names of the built-in scopes, in the order in which messages list them.
  package static let builtIn = [singleton, transient, graph, weak].map(\.description)
}

/// The time limits of a service's hooks; nil for the container's own limits.
package struct Timeouts: Sendable, Equatable {
  /// The limit of the hook `onStart`.
  package var start: Duration?
  /// The limit of the hook `onStop`, and of a run that is to end.
  package var stop: Duration?
  /// Whether neither has a limit.
  package var isStopUnlimited = false

  /// Creates limits for either hook, or for neither.
  package init(start: Duration? = nil, stop: Duration? = nil) {
    self.start = start
    self.stop = stop
  }
}

/// What a program does when a service's `onRun` returns.
///
/// A run that throws ends the program with `service-ended`, except under ``continue``.
public enum RunEnding: String, Sendable, Hashable, CaseIterable, Decodable {
  /// The program stops, as if a signal had asked for it: the default.
  case stop
  /// The program stops, and fails with `service-ended`.
  case fail
  /// Everything else goes on; observers and ``Container/readiness`` receive the error of a run that throws.
  case `continue`
}

/// How often a service's hook `onStart` is attempted; nil for the defaults.
///
/// If neither is set, the hook is attempted once.
package struct Retry: Sendable, Equatable {
  /// The number of attempts, the first included.
  package var attempts: Int?
  /// The pauses between attempts.
  package var pause: RetryPause?

  /// Creates a retry; without arguments, none.
  package init(attempts: Int? = nil, pause: RetryPause? = nil) {
    self.attempts = attempts
    self.pause = pause
  }

  /// The number of attempts, with the default.
  package var mostAttempts: Int { attempts ?? (pause == nil ? 1 : 5) }

  /// The same without what is the default anyway: a default that is written is no difference.
  package var withoutDefaults: Retry {
    let most = mostAttempts
    return most == 1
      ? Retry() : Retry(attempts: most, pause: pause == .withoutSetting ? nil : pause)
  }

  /// Returns the pause after a number of failed attempts: each is twice as long as the one before,
  /// up to the longest.
  package func pause(after failures: Int) -> Duration {
    let pause = pause ?? .withoutSetting
    var duration = pause.low
    // It ends after a few steps: what is not zero soon exceeds the longest.
    for _ in 1..<max(failures, 1) where duration > .zero {
      if duration >= pause.high { break }
      duration = min(duration * 2, pause.high)
    }
    return duration
  }
}

/// The shortest and the longest pause between attempts.
package struct RetryPause: Sendable, Equatable {
  /// The first pause.
  package let low: Duration
  /// The longest pause.
  package let high: Duration

  /// The default.
  static var withoutSetting: Self { Self(low: .milliseconds(200), high: .seconds(5)) }

  /// Creates the two limits of a pause.
  package init(low: Duration, high: Duration) {
    self.low = low
    self.high = high
  }
}

extension RetryPause: ConfigurationDecodable {
  package static var configurationExpectation: String {
    "a range of durations such as `200ms..5s`, or one duration"
  }

  /// Creates it from two durations joined by two dots, or from one duration; the first may be longer
  /// than the second.
  package init?(configurationText text: String) {
    let (first, second) = Self.parts(of: text)
    guard let low = Duration(configurationText: first) else { return nil }
    guard let second else {
      self.init(low: low, high: low)
      return
    }
    guard let high = Duration(configurationText: second) else { return nil }
    self.init(low: low, high: high)
  }

  /// Returns the texts before and after the first two dots; the second is nil if there are none.
  package static func parts(of text: String) -> (String, String?) {
    guard let dots = text.firstRange(ofText: "..") else { return (text, nil) }
    return (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
  }
}

/// A second key for a service.
public struct Alias: Sendable {
  /// The additional key.
  package let key: String
  /// The layer that set it, and the places that it overrode.
  package let provenance: Provenance
  /// The key that it refers to.
  package let target: Located
  /// The deprecation message for those who refer to it.
  package var deprecated: Located?
  /// The description, for readers and tools.
  package let summary: String?

  package init(
    key: String, provenance: Provenance, target: Located, deprecated: Located? = nil,
    summary: String? = nil
  ) {
    self.key = key
    self.provenance = provenance
    self.target = target
    self.deprecated = deprecated
    self.summary = summary
  }
}
