import PatchbayDiagnostics

/// The tags that have a meaning in this module.
struct WellKnownTags {
  /// Tags are numbered in the order of their first appearance, so each is compared once.
  private var looked: UInt32 = 0
  private var secrets: [UInt32] = []
  private(set) var string = UInt32.max
  private(set) var bare = UInt32.max
  /// The tag that only says that a value replaces others.
  private(set) var replace = UInt32.max

  mutating func look(at number: UInt32, from reader: borrowing EventReader) {
    guard number > looked else { return }
    looked = number
    switch reader.tags.name(number) {
    case "tag:yaml.org,2002:str": string = number
    case "!": bare = number
    case "!replace": replace = number
    case let name? where SecretTag.isMeant(by: name): secrets.append(number)
    default: break
    }
  }

  func isSecret(_ number: UInt32) -> Bool { secrets.contains(number) }
}

extension TreeBuilder {
  /// Reads the tag and counts the anchor of a node; returns whether it is secret.
  @discardableResult
  mutating func readProperties(
    of event: YAMLEvent, into record: inout NodeRecord
  ) throws(DiagnosticsError) -> Bool {
    if event.anchor != NameTable.none {
      anchorCount += 1
      record.flags.insert(.hasProperties)
      if anchorCount > limits.anchors {
        let name = NodeProperties(in: bytes, event.range).anchor
        throw exceeded("anchors", limits.anchors, at: name ?? event.range) {
          "the file defines more than \($0) anchors"
        }
      }
    }
    if event.tag != NameTable.none {
      record.flags.insert(.hasProperties)
      guard event.tag <= NodeRecord.mostTags else {
        throw DiagnosticsError(
          Diagnostic(
            .limitExceeded, "the file has more than \(NodeRecord.mostTags) different tags",
            at: file.place(event.range), "the first beyond the limit"))
      }
      wellKnownTags.look(at: event.tag, from: reader)
      let isBare = event.tag == wellKnownTags.bare
      // A bare `!` only says that a scalar is text, so it is no tag to later stages.
      record.tag = isBare ? NameTable.none : event.tag
      if isBare || event.tag == wellKnownTags.string {
        if event.kind == .scalar { record.flags.insert(.isQuoted) }
      } else if wellKnownTags.isSecret(event.tag) {
        // The name of a variable or parameter is no secret, only its value is.
        if event.kind == .scalar, !reader.withText(of: record, CredentialText.isPlainReference) {
          addSecret(record)
        }
        return true
      }
    }
    return false
  }

  /// Records the content of a node as secret, so that it is never printed.
  mutating func addSecret(_ record: NodeRecord) {
    let content = NodeProperties(in: bytes, record.range).contentStart
    if content < record.range.upperBound { secrets.append(content..<record.range.upperBound) }
  }

  /// Records a text under the name of a credential as secret, so that it is never printed; a value
  /// whose tag makes it something other than text is not one.
  mutating func addCredential(_ record: NodeRecord) {
    guard [NameTable.none, wellKnownTags.string, wellKnownTags.replace].contains(record.tag) else {
      return
    }
    let isQuoted = record.flags.contains(.isQuoted)
    let isOpen = reader.withText(of: record) { CredentialText.isOpen($0, isQuoted: isQuoted) }
    if !isOpen { addSecret(record) }
  }

  /// Ends a block scalar after its last line that is not blank.
  ///
  /// libyaml includes the blank lines after it.
  func trimBlankLines(of record: inout NodeRecord) {
    var end = record.range.upperBound
    var index = end
    while index > record.range.lowerBound {
      index -= 1
      switch bytes[index] {
      case 0x0A, 0x0D: end = index
      case 0x20, 0x09: continue
      default:
        record.upperBound = UInt32(truncatingIfNeeded: end)
        return
      }
    }
  }
}
