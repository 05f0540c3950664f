import Foundation
import Testing

@testable import PatchbayCommand

@Suite("The process's output")
struct OutputTests {
  @Test("has colours on a terminal, unless NO_COLOR or the terminal forbids them")
  func colors() throws {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    defer { close(terminal) }
    let cases: [([String: String], Bool)] = [
      ([:], true), (["NO_COLOR": ""], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false),
      (["TERM": "xterm"], true),
    ]
    for (variables, isColored) in cases {
      #expect(CommandOutput.wantsColors(terminal, variables) == isColored, "\(variables)")
    }
    let file = open("/dev/null", O_WRONLY)
    defer { close(file) }
    #expect(!CommandOutput.wantsColors(file, [:]))
  }
}
