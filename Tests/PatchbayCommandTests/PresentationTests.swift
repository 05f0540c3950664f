import PatchbayCommand
import TestSupport
import Testing

@Suite("A result in colours")
struct PresentationTests {
  /// The result, with `<` and `>` for the beginning and end of a colour, whose number is in between.
  private func marked(_ words: [String]) async -> String {
    let outcome = await run(words: words, color: true)
    return (outcome.result + outcome.problem).replacing("\u{1B}[0m", with: ">")
      .replacing(/\u{1B}\[([0-9;]+)m/) { "<\($0.1) " }
  }

  @Test(
    "has bold headings and dim places, and a tree its lines",
    arguments: [
      (
        ["list", "--tag", "polite"],
        """
        <1 service>  <1 type>     <1 tags>    <1 notes>       <1 defined at>
        greeter  Greeter  polite  also hello  <2 Config/services.yaml:10:3>
        """
      ),
      (
        ["env", "--environment", "quiet"],
        """
        <1 variable>   <1 default>   <1 type>
        USER_NAME  `nobody`  text
            the argument `name` of `greeter`<2  (Config/services.yaml:24:47)>

        no variable must be set in quiet: USER_NAME has a default
        """
      ),
      (
        ["graph"],
        """
        <1 greeter: Greeter (also hello)>
        └─ voice → voice.loud: Loud (decorates voice)
           └─ inner → voice: Plain
        """
      ),
      (
        ["why", "voice"],
        """
        <1 greeter: Greeter>
        └─ voice → voice.loud: Loud<2 , Config/services.yaml:15:14>
           └─ inner → voice: Plain<2 , Config/services.yaml:9:25>
        """
      ),
      (
        ["show", "polite"],
        """
        <1 polite: a tag>
          <1 members, in the order of `!tagged`:>
            greeter: Greeter, priority 3
              <2 Config/services.yaml:13:13>
          passed to no service
        """
      ),
      (
        ["diff", "--from", "quiet", "--to", "test"],
        """
        <1 quiet → test: 1 added, 3 values changed>
        <32 + voice.loud>     Loud, decorates voice             <2 Config/services.yaml:6:3>
        <33 ~ voice ending>   not set → ?                       <2 Config/services.yaml:27:50>
        <33 ~ greeter name>   $(env:USER_NAME:-nobody) → world  \
        <2 Config/services.yaml:2:9 (was Config/services.yaml:24:47)>
        <33 ~ greeter times>  1 → 2                             \
        <2 Config/services.yaml:18:14 (was Config/services.yaml:24:38)>
        no longer read: USER_NAME
        """
      ),
      (
        ["diff", "--from", "test", "--to", "quiet", "--quiet"],
        """
        <1 test → quiet: 1 removed, 3 values changed>
        <31 - voice.loud>     Loud, decorates voice             <2 was Config/services.yaml:6:3>
        <33 ~ voice ending>   ? → not set                       \
        <2 Config/services.yaml:5:3 (was Config/services.yaml:27:50)>
        <33 ~ greeter name>   world → $(env:USER_NAME:-nobody)  <2 Config/services.yaml:24:47>
        <33 ~ greeter times>  2 → 1                             <2 Config/services.yaml:24:38>
        new, with a default: USER_NAME
        """
      ),
      (
        ["show", "greter"],
        """
        <1;31 error>: there is no service, parameter, tag or type `greter`
        <1;36 help>: did you mean `Greeter` or `greeter`?
        usage: greeter show NAME [OPTION ...]
        """
      ),
    ])
  func styles(_ words: [String], _ text: String) async {
    let found = await marked(words)
    #expect(found == text)
  }

  @Test("of config has dim origins, and that of a check its counts in the colour of the worst")
  func originsAndCounts() async {
    let config = await marked(["config", "--origins"])
    #expect(config.contains("\n      times: 2  <2 # Config/services.yaml:18>\n"))
    #expect(await marked(["check"]).contains("checked quiet, test: <32 no mistakes>\n"))
    let unused = "services: { voice: { type: Plain }, loud: { type: Plain } }\nroots: [voice]\n"
    for (services, counts) in [
      (unused, "\u{1B}[1;33m1 warning\u{1B}[0m"),
      ("services: { voice: { type: Plian } }\n", "\u{1B}[1;31m1 error\u{1B}[0m"),
    ] {
      #expect(
        await run("check", services: services, color: true).result.contains(
          "checked Config/services.yaml: \(counts)"))
    }
  }

  @Test("of help has bold headings, also where --color comes after --help")
  func help() async {
    for words in [["help", "greet"], ["greet", "--help"]] {
      let text = await marked(words)
      #expect(text.contains("<1 usage:> greeter greet [OPTION ...]\n\n<1 options:>\n  --only"))
      #expect(text.contains("<1 options of all commands:>\n  --environment NAME"))
    }
    #expect(await marked(["help"]).contains("\n\n<1 commands for the configuration:>\n  check"))
    for words in [
      ["help", "greet", "--color", "always"], ["help", "--color=always", "greet"],
      ["help", "--color", "always"],
    ] {
      let help = await run(words: words)
      #expect(help.code == 0 && help.result.contains("\u{1B}[1musage:\u{1B}[0m"))
    }
    let help = await run("greet", "--help", "--color", "always").result
    #expect(help.contains("\u{1B}[1musage:\u{1B}[0m"))
    #expect(await !run("greet", "--help", "--color=never", color: true).result.contains("\u{1B}"))
    #expect(await run("show", "--color", "always").problem.hasPrefix("\u{1B}[1;31merror"))
  }
}
