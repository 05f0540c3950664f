// swift-tools-version: 6.2
import PackageDescription

// A stub: the few symbols of the package of this name that the recipes use.
let package = Package(
  name: "swift-log",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Logging", targets: ["Logging"])
  ],
  targets: [
    .target(name: "Logging")
  ],
  swiftLanguageModes: [.v6]
)
