// swift-tools-version: 6.2
import PackageDescription

// A stub: the few symbols of the package of this name that the recipes use.
let package = Package(
  name: "stub-network",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "StubNetwork", targets: ["StubNetwork"])
  ],
  targets: [
    .target(name: "StubNetwork")
  ],
  swiftLanguageModes: [.v6]
)
