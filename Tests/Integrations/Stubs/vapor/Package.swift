// swift-tools-version: 6.2
import PackageDescription

// A stub: the few symbols of the package of this name that the recipes use.
let package = Package(
  name: "vapor",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Vapor", targets: ["Vapor"])
  ],
  dependencies: [
    .package(path: "../stub-network"),
    .package(path: "../swift-service-lifecycle"),
  ],
  targets: [
    .target(
      name: "Vapor",
      dependencies: [
        .product(name: "StubNetwork", package: "stub-network"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
