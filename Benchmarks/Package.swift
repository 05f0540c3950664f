// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "PatchbayBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Patchbay", path: "..")],
  targets: [
    // What is measured against: the same work in C, with nothing of ours.
    .target(name: "CFloor", linkerSettings: [.linkedLibrary("yaml")]),
    // Where callgrind counts, what malloc gives, and threads that begin together.
    .target(name: "CProbe"),
    .executableTarget(
      name: "patchbay-benchmarks",
      dependencies: ["CFloor", "CProbe", .product(name: "Patchbay", package: "Patchbay")],
      path: "Sources/PatchbayBenchmarks"
    ),
  ],
  swiftLanguageModes: [.v6]
)
