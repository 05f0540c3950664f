import Configuration
import Patchbay

extension LoadSettings {
  /// `$(config:database.host)` reads the key `database.host`; `$(secret:…)` reads a secret.
  static func reading(_ config: ConfigReader) -> LoadSettings {
    func source(isSecret: Bool) -> ClosureInterpolationSource {
      ClosureInterpolationSource { path in
        let key = ConfigKey(path.split(separator: ".").map(String.init))
        return config.string(forKey: key, isSecret: isSecret)
          .map { InterpolatedText($0, isSecret: isSecret) }
      }
    }
    return LoadSettings(interpolationSources: [
      "config": source(isSecret: false), "secret": source(isSecret: true),
    ])
  }
}

func container(reading config: ConfigReader) throws -> Container {
  try Container(loading: "Config/values.yaml", catalog: .postgres, settings: .reading(config))
}
