// swift-tools-version: 6.2
import PackageDescription

// The benchmark looks into the stages of a load, which only targets of the library's own package see, and is
// compiled as one of them. The compiler knows that package by the name of its folder.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
let library = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

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
      dependencies: [
        "CFloor", "CProbe", .product(name: "Patchbay", package: "Patchbay"),
        .product(name: "PatchbayMacros", package: "Patchbay"),
        .product(name: "PatchbayTesting", package: "Patchbay"),
      ],
      path: "Sources/PatchbayBenchmarks",
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", library])]
    ),
    // What a program pays for before its first line: one without anything, one with a container.
    .executableTarget(name: "empty-program", path: "Sources/EmptyProgram"),
    .executableTarget(
      name: "smallest-program",
      dependencies: [.product(name: "Patchbay", package: "Patchbay")],
      path: "Sources/SmallestProgram"
    ),
    // Makes tables and a verdict of the results.
    .executableTarget(name: "patchbay-report", path: "Sources/PatchbayReport"),
  ],
  swiftLanguageModes: [.v6]
)
