// swift-tools-version: 6.2
import PackageDescription

// A stub: the few symbols of the package of this name that the recipes use.
let package = Package(
  name: "swift-metrics",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Metrics", targets: ["Metrics"])
  ],
  targets: [
    .target(name: "Metrics")
  ],
  swiftLanguageModes: [.v6]
)
