// swift-tools-version: 6.2
import PackageDescription

// A package of its own, as its main product links only with the fuzzer's flags; `Fuzz/run` gives them.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Patchbay", path: "..")],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        .product(name: "Patchbay", package: "Patchbay"),
        .product(name: "PatchbayCommand", package: "Patchbay"),
      ],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]
    ),
    // Loads in which an allocation of libyaml's fails, each in its turn.
    .target(name: "CFailingAllocations"),
    .executableTarget(
      name: "FailingAllocations",
      dependencies: ["CFailingAllocations", .product(name: "Patchbay", package: "Patchbay")]
    ),
    // Very many loads that fail, to see whether memory grows.
    .executableTarget(
      name: "FailingLoads",
      dependencies: [.product(name: "Patchbay", package: "Patchbay")]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
