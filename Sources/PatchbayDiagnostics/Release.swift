/// The release of Patchbay.
package enum Release {
  /// The version by [semantic versioning](https://semver.org), the only place that has it.
  package static let version = "0.1.0"
}
