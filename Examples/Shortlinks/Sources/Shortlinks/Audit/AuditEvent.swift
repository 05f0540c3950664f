#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One thing that happened to a link.
struct AuditEvent: Sendable, Hashable, CustomStringConvertible {
  enum Action: String, Sendable {
    case created, followed
  }

  var action: Action
  var link: Link
  var time: Date

  init(_ action: Action, _ link: Link, at time: Date) {
    self.action = action
    self.link = link
    self.time = time
  }

  /// One line; targets have no line breaks, as ``TargetAddress`` makes sure.
  var description: String {
    "\(time.formatted(.iso8601)) \(action.rawValue) \(link.code) \(link.target)"
  }
}
