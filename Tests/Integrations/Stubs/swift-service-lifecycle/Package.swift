// swift-tools-version: 6.2
import PackageDescription

// A stub: the few symbols of the package of this name that the recipes use.
let package = Package(
  name: "swift-service-lifecycle",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "UnixSignals", targets: ["UnixSignals"]),
    .library(name: "ServiceLifecycle", targets: ["ServiceLifecycle"]),
  ],
  dependencies: [
    .package(path: "../swift-log")
  ],
  targets: [
    .target(name: "UnixSignals"),
    .target(
      name: "ServiceLifecycle",
      dependencies: [
        "UnixSignals",
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
