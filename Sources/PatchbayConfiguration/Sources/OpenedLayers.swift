import PatchbayCore
import PatchbayYAML

/// The layers of a load above the base: read and parsed, and not merged yet.
struct OpenedLayers {
  /// The selected environment; nil for the base alone.
  let environment: String?
  /// Contains all files.
  var shared: SharedLoader
  /// The sibling of the environment, overlays, and layers of the program, low to high. The sections of
  /// the environment are below them.
  var parts: [Part] = []
  /// Whether no file failed.
  var isWhole = true

  enum Part {
    case files(FileGroup)
    case program(Definitions, String)
  }

  /// Borrowed: a getter would copy the whole loader.
  var loader: SourceLoader { _read { yield shared.loader } }
}

/// What is known of the lower layers of a load, because a plan was made of them.
struct KnownLayers {
  /// The number of these layers.
  let count: Int
  /// The parameters; no higher layer sets one.
  let parameters: ParameterTable
}

extension OpenedLayers {
  /// Returns the keys of the services that the topmost parts define or patch; nil if they say
  /// anything else, or very much.
  func servicesChanged(by count: Int) -> [String]? {
    var keys: [String] = []
    for part in parts.suffix(count) {
      guard case .files(let group) = part, group.files.count == 1,
        let services = loader.files[group.files[0]].outline.onlyServices
      else { return nil }
      for (key, value) in services.entries {
        guard let (role, form) = Statement.meaning(of: value), role != .removal, form == .typed,
          value.kind == .mapping
        else { return nil }
        if !keys.contains(key.text) { keys.append(key.text) }
        // Each is searched in each layer.
        guard keys.count <= 64 else { return nil }
      }
    }
    return parts.count < count ? nil : keys
  }
}

extension FileOutline {
  /// The services of a file that says nothing else; nil for any other file.
  fileprivate var onlyServices: YAMLNode? {
    guard let services = body.services?.value, services.kind == .mapping, services.tag == nil,
      imports.isEmpty, scopes == nil, defaults == nil, environments.isEmpty,
      body.parameters == nil, body.templates == nil, body.roots == nil, body.misplaced.isEmpty
    else { return nil }
    return services
  }
}
