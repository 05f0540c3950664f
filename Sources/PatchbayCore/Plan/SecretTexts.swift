/// The texts that a configuration marks as secret: a program's own error may hold one that its factory
/// was given, and no message may show it.
struct SecretTexts: Sendable {
  /// Longest first, so that a secret within another one leaves nothing of the longer.
  private let texts: [String]

  /// - Parameter parent: what a parent's configuration marks: its services may reach a child's.
  init(_ nodes: [PlanDraft.Node], _ parent: SecretTexts?) {
    var found = Set(parent?.texts ?? [])
    for node in nodes {
      Self.collect(node.definition.arguments, into: &found)
      Self.collect(node.definition.properties, into: &found)
    }
    texts = found.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
  }

  private static func collect(_ arguments: [Argument], into found: inout Set<String>) {
    for index in arguments.indices {
      // Nearly all are open scalars and references: passed over where they are, without a copy.
      switch arguments[index].value.content {
      case .null, .service, .faulty: continue
      case .scalar where arguments[index].value.disclosure != .secret: continue
      case .scalar, .list, .map: collect(arguments[index].value, into: &found)
      }
    }
  }

  /// With a list of its own in place of recursion: how deep a value is, its author decides.
  private static func collect(_ value: ConfigurationValue, into found: inout Set<String>) {
    var pending = [value]
    while let next = pending.popLast() {
      switch next.content {
      case .scalar(let scalar):
        if next.disclosure == .secret, !scalar.text.isEmpty { found.insert(scalar.text) }
      case .list(let elements): pending += elements
      case .map(let entries): pending += entries.map(\.value)
      // An inline service is a node of its own.
      case .null, .service, .faulty: break
      }
    }
  }

  /// What an error says, without the secrets.
  func conceal(_ error: any Error) -> String {
    texts.reduce("\(error)") { text, secret in
      Self.replacing(secret, in: text)
    }
  }

  /// By bytes: two spellings of one character are two texts.
  private static func replacing(_ secret: String, in text: String) -> String {
    let wanted = Array(secret.utf8)
    let bytes = Array(text.utf8)
    guard bytes.count >= wanted.count else { return text }
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      if bytes[position...].starts(with: wanted) {
        result += "[secret]".utf8
        position += wanted.count
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
