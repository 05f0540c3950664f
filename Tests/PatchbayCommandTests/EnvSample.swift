import Foundation
import Patchbay
import PatchbayCommand
import PatchbayDiagnostics

@testable import PatchbayCore

/// Made-up requirements of two environments.
enum EnvSample {
  typealias Reader = ExternalRequirements.Reader

  static let services = SourceFile(
    name: "Config/services.yaml",
    bytes: Array(
      """
      environments: { production: {}, test: {} }
      services:
        server: { type: Server, arguments: { port: $(env:PORT), url: "http://x:$(env:PORT)/" } }
        pool: { type: Pool, arguments: { url: $(env:DATABASE_URL), size: $(env:POOL_SIZE:-4) } }
        log: { type: Log, arguments: { level: $(env:LOG_LEVEL:-info), wait: $(env:WAIT:-5)s } }
        mailer: { type: Mailer, arguments: { password: $(env:MAIL_PASSWORD:-hunter2) } }
        web: { type: Web, arguments: { motto: $(env:MOTTO), key: $(file:/run/secrets/key) } }
      """.utf8))

  /// The place of a text in the services.
  static func place(_ text: String) -> SourcePlace {
    let content = String(decoding: services.bytes, as: UTF8.self)
    let start = content.range(of: text).map {
      content.utf8.distance(from: content.startIndex, to: $0.lowerBound)
    }
    return .span(SourceSpan(services, (start ?? 0)..<(start ?? 0) + text.utf8.count))
  }

  static func text(_ subject: String, at text: String, pattern: String? = nil) -> Reader {
    Reader(
      type: "String", expectation: "a text", pattern: pattern, subject: subject,
      place: place(text), accepts: { _ in true })
  }

  static func number(_ subject: String, at text: String) -> Reader {
    Reader(
      type: "Int", expectation: "a whole number", subject: subject, place: place(text),
      accepts: { Int($0) != nil })
  }

  static let motto = "it's \"$(HOME)\" or $$x, ${Y}, `date`, \\n # no: yes\n\t- second line"

  static func requirements(of environment: String?) -> ExternalRequirements {
    var result = ExternalRequirements()
    result.variables = [
      .init(
        name: "DATABASE_URL", fallback: environment == "test" ? .text("memory:") : nil,
        isSecret: environment != "test",
        readers: [text("the argument `url` of `pool`", at: "$(env:DATABASE_URL)")]),
      .init(
        name: "LOG_LEVEL", fallback: .text("info"), isSecret: false,
        readers: [
          Reader(
            type: "Level", expectation: "one of `debug` or `info`", cases: ["debug", "info"],
            subject: "the argument `level` of `log`", place: place("$(env:LOG_LEVEL"),
            accepts: { ["debug", "info"].contains($0) })
        ]),
      .init(
        name: "MAIL_PASSWORD", fallback: .text("hunter2"), isSecret: true,
        readers: [
          text("the argument `password` of `mailer`", at: "$(env:MAIL_PASSWORD", pattern: "hunter3")
        ]),
      .init(
        name: "MOTTO", fallback: .text(motto), isSecret: false,
        readers: [
          text("the argument `<b>@all|#1`\n::error::` of `web`\u{202E}", at: "$(env:MOTTO)")
        ]),
      .init(
        name: "ON", fallback: .several, isSecret: false,
        readers: [text("the argument `on` of `web`", at: "$(env:MOTTO)")]),
      .init(
        name: "PORT", fallback: nil, isSecret: false,
        readers: [
          number("the argument `port` of `server`", at: "$(env:PORT)"),
          text(
            "the argument `url` of `server`", at: "$(env:PORT)/", pattern: "http://x:$(env:PORT)/"),
        ]),
      .init(
        name: "WAIT", fallback: .null, isSecret: false,
        readers: [
          Reader(
            type: "Duration", expectation: "a duration such as `5s`", pattern: "$(env:WAIT)s",
            subject: "the argument `wait` of `log`", place: place("$(env:WAIT"),
            accepts: { Int($0) != nil })
        ]),
    ]
    result.files = [
      .init(
        path: "/run/secrets/@key|#1<b>\n- x", subject: "the argument `key` of `web`",
        place: place("$(file:"))
    ]
    return result
  }
}

/// Runs the command `env` over made-up requirements.
func runEnv(
  _ words: String...,
  services: String = "environments: { production: {}, test: {} }\n",
  requirements: @escaping @Sendable (String?) -> ExternalRequirements = EnvSample.requirements
) async -> Outcome {
  await runEnv(words: words, services: services, requirements: requirements)
}

/// Runs the command `env` over made-up requirements.
func runEnv(
  words: [String],
  services: String = "environments: { production: {}, test: {} }\n",
  requirements: @escaping @Sendable (String?) -> ExternalRequirements = EnvSample.requirements
) async -> Outcome {
  let recorder = Recorder()
  let command = PatchbayCommand(
    "web-shop",
    catalog: .greetings,
    configuration: .bytes(Array(services.utf8), name: "Config/services.yaml"),
    variables: ["PATCHBAY_ENV": "nowhere", "PORT": "hunter2"],
    output: recorder.output(),
    subcommands: [.env { _, _, environment, _ in requirements(environment) }]
  )
  let code = await command.run(["env"] + words)
  return Outcome(code: code, result: recorder.result, problem: recorder.problem)
}

/// Requirements of variables that are read as texts.
func reading(_ fallbacks: [String: ExternalRequirements.Fallback?]) -> ExternalRequirements {
  var result = ExternalRequirements()
  result.variables = fallbacks.sorted { $0.key < $1.key }.map { name, fallback in
    .init(
      name: name, fallback: fallback, isSecret: false,
      readers: [EnvSample.text("the argument `a` of `b`", at: "$(env:PORT)")])
  }
  return result
}
