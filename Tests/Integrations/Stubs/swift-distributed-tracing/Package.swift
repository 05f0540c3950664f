// swift-tools-version: 6.2
import PackageDescription

// A stub: the few symbols of the package of this name that the recipes use.
let package = Package(
  name: "swift-distributed-tracing",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Tracing", targets: ["Tracing"]),
    .library(name: "InMemoryTracing", targets: ["InMemoryTracing"]),
  ],
  targets: [
    .target(name: "Tracing"),
    .target(name: "InMemoryTracing", dependencies: ["Tracing"]),
  ],
  swiftLanguageModes: [.v6]
)
