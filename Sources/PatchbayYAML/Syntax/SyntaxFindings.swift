import PatchbayDiagnostics

enum SyntaxFindings {
  static func finding(for problem: YAMLProblem, in bytes: [UInt8], _ limits: YAMLLimits) -> Finding
  {
    Finding(
      .yamlSyntax, problem.message, at: problem.offset..<min(problem.offset + 1, bytes.count),
      "parsing stops here", notes: ["libyaml: \(problem.message)"])
  }
}
