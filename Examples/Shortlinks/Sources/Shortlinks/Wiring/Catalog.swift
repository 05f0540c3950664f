import Patchbay

extension FactoryCatalog {
  /// All types that a configuration of this program may name.
  static let app = FactoryCatalog("app") {
    FactoryCatalog.links
    FactoryCatalog.servers
    FactoryCatalog.audit
    FactoryCatalog.web
  }
}
