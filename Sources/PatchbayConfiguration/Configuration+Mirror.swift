import PatchbayDiagnostics

// The mirrors that `dump`, `print` and debuggers show of a configuration: no text of its files, and
// no variable.

extension ServiceConfiguration: SafelyMirrored {
  var mirrored: KeyValuePairs<String, Any> { ["name": name, "environments": environments] }
}

extension ConfigurationSource: SafelyMirrored {
  var mirrored: KeyValuePairs<String, Any> {
    switch content {
    case .path(let path): ["path": path]
    case .inline(_, let location): ["inline": location]
    case .bytes(_, let name): ["bytes": name]
    }
  }
}

extension InterpolatedText: SafelyMirrored {
  var mirrored: KeyValuePairs<String, Any> {
    ["text": isSecret ? "[secret]" : text, "isSecret": isSecret]
  }
}

extension PlanOrigin: SafelyMirrored {
  var mirrored: KeyValuePairs<String, Any> { [:] }
}
