// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Worker",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "job-worker", targets: ["JobWorker"])],
  dependencies: [.package(name: "Patchbay", path: "../..")],
  targets: [
    .executableTarget(
      name: "JobWorker",
      dependencies: [
        .product(name: "Patchbay", package: "Patchbay"),
        .product(name: "PatchbayCommand", package: "Patchbay"),
        .product(name: "PatchbayMacros", package: "Patchbay"),
      ]
    ),
    .testTarget(
      name: "JobWorkerTests",
      dependencies: [
        "JobWorker",
        .product(name: "PatchbayTesting", package: "Patchbay"),
      ],
      exclude: ["Overlays"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  // Protocols used as types are written `any P`, as they are in catalogs and keys.
  target.swiftSettings = [.enableUpcomingFeature("ExistentialAny")]
}
