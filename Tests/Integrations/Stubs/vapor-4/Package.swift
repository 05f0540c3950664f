// swift-tools-version: 6.2
import PackageDescription

// A stub of the package `vapor` in version 4: the few symbols that its recipe uses. The product has a name of its own, as
// the one of version 5 is in the same build.
let package = Package(
  name: "vapor-4",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Vapor4", targets: ["Vapor"])
  ],
  dependencies: [
    .package(path: "../stub-network")
  ],
  targets: [
    .target(
      name: "Vapor", dependencies: [.product(name: "StubNetwork", package: "stub-network")])
  ],
  swiftLanguageModes: [.v6]
)
