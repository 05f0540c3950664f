import Configuration
import Patchbay
import SystemPackage

typealias SettingsFile = ReloadingFileProvider<JSONSnapshot>

extension FactoryCatalog {
  static let settings = FactoryCatalog("settings") {
    Factory(async: "SettingsFile", .value("path"), .value("interval")) {
      (path: String, interval: Duration) in
      try await SettingsFile(filePath: FilePath(path), pollInterval: interval)
    }.onRun { try await $0.run() }
    Factory("Settings", .service("file")) { (file: SettingsFile) in ConfigReader(provider: file) }
  }
}
