import Foundation
import TestSupport
import Testing

@testable import PatchbayCommand

@Suite("Progress")
struct ProgressTests {
  private final class Clock: Sendable {
    private let time = Guarded(Duration.zero)
    var now: Duration { time.withLock { $0 } }
    func advance(_ duration: Duration) { time.withLock { $0 += duration } }
  }

  private func progress(
    _ clock: Clock, width: Int? = nil, _ recorder: Recorder
  ) -> ProgressLine {
    ProgressLine(elapsed: { clock.now }, width: { width }) { recorder.output().result($0) }
  }

  @Test("is shown after a second, rewritten in one line, and removed once")
  func line() {
    let (clock, recorder) = (Clock(), Recorder())
    let progress = progress(clock, recorder)
    progress.show(0, of: 40, "base")
    clock.advance(.milliseconds(999))
    progress.show(1, of: 40, "test")
    progress.remove()
    #expect(recorder.result == "")
    clock.advance(.milliseconds(1))
    progress.show(11, of: 40, "production")
    #expect(recorder.result == "\rchecking 12 of 40: production\u{1B}[K")
    // Not faster than anyone can read.
    clock.advance(.milliseconds(99))
    progress.show(12, of: 40, "staging")
    clock.advance(.milliseconds(1))
    progress.show(13, of: 40, "a\u{1B}[2J\nb")
    progress.remove()
    progress.remove()
    #expect(
      recorder.result.split(separator: "\r").dropFirst() == [
        "checking 14 of 40: a\\u{1B}[2J\\nb\u{1B}[K\n", "\u{1B}[K",
      ])
  }

  @Test("takes less than a line of the terminal")
  func width() {
    for (name, width, text) in [
      ("12345678", 20, "checking 1 of 1: 1…"), ("12", 20, "checking 1 of 1: 12"),
      ("\u{6F22}\u{5B57}", 20, "checking 1 of 1: …"), ("1234", 40, "checking 1 of 1: 1234"),
    ] {
      let (clock, recorder) = (Clock(), Recorder())
      clock.advance(.seconds(1))
      progress(clock, width: width, recorder).show(0, of: 1, name)
      #expect(recorder.result == "\r\(text)\u{1B}[K")
    }
  }

  @Test("is on the terminal of errors, before any other output is written there")
  func order() throws {
    let clock = Clock()
    clock.advance(.seconds(2))
    let terminal = try Terminal(columns: 80)
    let output = CommandOutput.descriptors(
      result: terminal.slave, problem: terminal.slave, variables: [:], elapsed: { clock.now })
    for write in [output.result, output.problem] {
      output.progress?.show(0, of: 2, "a")
      clock.advance(.seconds(1))
      write("text")
    }
    let shown = "\rchecking 1 of 2: a\u{1B}[K\r\u{1B}[Ktext\n"
    #expect(terminal.text() == shown + shown)
  }

  @Test("is shown by check and removed at its end, but not with --quiet")
  func check() async throws {
    for (words, shown) in [
      (["check", "--format", "github"], "\rchecking 1 of 2: quiet\u{1B}[K\r\u{1B}[K"),
      (["check", "--format", "github", "--quiet"], ""),
    ] {
      let terminal = try Terminal()
      let output = CommandOutput.descriptors(
        result: terminal.slave, problem: terminal.slave, variables: [:], elapsed: { .seconds(9) })
      #expect(await greeter(output: output).run(words) == 0)
      #expect(terminal.text() == shown)
    }
  }

  @Test("needs a terminal that can rewrite a line")
  func terminals() throws {
    let terminal = try Terminal()
    let file = open("/dev/null", O_WRONLY)
    defer { close(file) }
    func hasProgress(_ descriptor: CInt, _ variables: [String: String] = [:]) -> Bool {
      CommandOutput.descriptors(
        result: terminal.slave, problem: descriptor, variables: variables
      ).progress != nil
    }
    #expect(hasProgress(terminal.slave) && hasProgress(terminal.slave, ["NO_COLOR": "1"]))
    #expect(!hasProgress(terminal.slave, ["TERM": "dumb"]))
    #expect(!hasProgress(file) && !hasProgress(-1))
    #expect(Recorder().output().progress == nil)
  }
}
