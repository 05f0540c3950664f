import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import Testing

@Suite struct InterpolationSourceTests {
  static func service(_ x: String) -> String {
    "services:\n  s: { type: T, arguments: { x: \(x) } }\n"
  }

  @Test func filesComeLessOneNewlineAndAreNeverExpanded() throws {
    let load = try Load([
      "services.yaml": Self.service("[$(file:a.txt), $(file:sub/b.txt), '<$(file:a.txt)>']"),
      "a.txt": "one $(two)\n\n", "sub/b.txt": "crlf\r\n",
    ])
    #expect(load.reported == [])
    #expect(
      load.argument("s", "x").map { load.text($0) }
        == "[~\"one $(two)\n\", ~\"crlf\", ~\"<one $(two)\n>\"]")
  }

  @Test func pathsStartWhereTheFileLies() throws {
    let load = try Load([
      "services.yaml": "imports: [sub/more.yaml]\n" + Self.service("$(path:data/x.db)"),
      "sub/more.yaml":
        "services: { m: { type: T, arguments: { x: $(path:../y.db), z: $(path:/abs/./z) } } }",
    ])
    #expect(load.reported == [])
    #expect(load.argument("s", "x").map { load.text($0) } == "\"\(load.folder.path)/data/x.db\"")
    #expect(load.argument("m", "x").map { load.text($0) } == "\"\(load.folder.path)/y.db\"")
    #expect(load.argument("m", "z").map { load.text($0) } == "\"/abs/z\"")
  }

  @Test func pathsMayHoldReferences() throws {
    let load = try Load([
      "services.yaml": "parameters: { dir: sub }\n" + Self.service("$(file:$(dir)/b.txt)"),
      "sub/b.txt": "b",
    ])
    #expect(load.reported == [])
    #expect(load.argument("s", "x").map { load.text($0) } == #"~"b""#)
  }

  @Test func aFileThatASecretNamesIsNotNamedAndIsASecretItself() throws {
    let load = try Load([
      "services.yaml": "parameters: { name: !secret hush }\n"
        + Self.service("[$(file:$(name).txt), $(path:$(name)), $(file:$(name).txx)]"),
      "hush.txt": "b",
    ])
    let values = load.argument("s", "x").map { load.text($0) }
    #expect(values == #"[!"b", !"\#(load.folder.path)/hush", faulty]"#)
    #expect(
      load.reported == [
        "services.yaml:3:72 file-not-found: the file cannot be read: there is no such file"
      ])
    #expect(load.helps == [])
    for diagnostic in load.diagnostics {
      #expect(!TerminalRenderer().render(diagnostic).contains("hush"))
    }
  }

  @Test func aFileUnderTheNameOfACredentialIsASecretAndShouldBeMarked() throws {
    let vault = ClosureInterpolationSource { path in
      InterpolatedText("v-\(path)", isSecret: path == "secret")
    }
    func load(_ x: String) throws -> Load {
      try Load(
        ["services.yaml": Self.service("{ token: \(x) }"), "token": "hush"],
        settings: LoadSettings(interpolationSources: ["vault": vault]))
    }
    let warning =
      "services.yaml:2:42 ?unmarked-secret: the argument `x.token` of `s` comes from outside the "
      + "configuration and is not marked `!secret`"
    let file = try load("$(file:token)")
    #expect(file.reported == [warning])
    #expect(file.argument("s", "x").map { file.text($0) } == #"{token: !"hush"}"#)
    #expect(try load("$(vault:open)").reported == [warning])
    #expect(try load("$(vault:secret)").reported == [])
    #expect(try load("!secret $(file:token)").reported == [])
    // Also where the file is missing; a path is no secret, unless it is made of one.
    let missing = "cannot be read: there is no such file"
    #expect(try load("$(file:gone)").reported.contains(warning))
    #expect(
      try load("!secret $(file:gone)").reported == [
        "services.yaml:2:50 file-not-found: `gone` \(missing)"
      ])
    #expect(
      try load("!secret $(file:$(vault:secret))").reported == [
        "services.yaml:2:50 file-not-found: the file \(missing)"
      ])
  }

  @Test func filesOutsideTheRootNeedASetting() throws {
    let secrets = try TemporaryFolder(["token": "hush\n"])
    let yaml = Self.service("$(file:\(secrets.file("token")))")
    let refused = try Load(yaml)
    #expect(
      refused.reported == [
        "services.yaml:2:33 import-outside-root: `\(secrets.file("token"))` cannot be read: it "
          + "lies outside the folders that may be read"
      ])
    let load = try Load(yaml, settings: LoadSettings(readableDirectories: [secrets.path]))
    #expect(load.reported == [])
    #expect(load.argument("s", "x").map { load.text($0) } == #"~"hush""#)
  }

  @Test func aTextWithoutALimit() throws {
    var settings = LoadSettings()
    settings.limits.valueBytes = .max
    let load = try Load(
      ["services.yaml": Self.service("$(file:motd)"), "motd": "hello\n"], settings: settings)
    #expect(load.reported == [])
    #expect(load.argument("s", "x").map { load.text($0) } == #"~"hello""#)
  }

  @Test func linksOutOfTheRootAreRefused() throws {
    let outside = try TemporaryFolder(["token": "hush\n"])
    let load = try Load(["services.yaml": Self.service("$(file:link)")]) { folder in
      try folder.link("link", to: outside.file("token"))
      return []
    }
    #expect(load.diagnostics.map(\.code) == [.importOutsideRoot])
  }

  @Test func missingAndUnusableFilesAreReported() throws {
    let load = try Load(
      [
        "services.yaml": Self.service("[$(file:tokn), $(file:sub), $(file:bad)]"),
        "token": "x", "sub/y": "y",
      ]
    ) { folder in
      try folder.write([0xFF, 0xFE], to: "bad")
      return []
    }
    #expect(
      load.reported == [
        "services.yaml:2:34 file-not-found: `tokn` cannot be read: there is no such file",
        "services.yaml:2:48 unreadable-file: `sub` cannot be read: it is a folder",
        "services.yaml:2:61 invalid-encoding: `bad` cannot be read: it is not UTF-8",
      ])
    #expect(load.helps == ["did you mean `token`?"])
  }

  @Test func programsRegisterTheirOwn() throws {
    let vault = ClosureInterpolationSource { path in
      switch path {
      case "db/password": InterpolatedText("hush $(a)", isSecret: true)
      case "db/user": InterpolatedText("me")
      case "broken": throw Broken()
      default: nil
      }
    }
    let settings = LoadSettings(interpolationSources: ["vault": vault])
    let load = try Load(
      Self.service("[$(vault:db/password), $(vault:db/user)]"), settings: settings)
    #expect(load.reported == [])
    #expect(load.argument("s", "x").map { load.text($0) } == #"[!"hush $(a)", ~"me"]"#)

    let failed = try Load(
      Self.service("[$(vault:nothing), $(vault:broken), $(valt:x)]"), settings: settings)
    #expect(
      failed.reported == [
        "services.yaml:2:34 unknown-source: the source `vault` has nothing at this path",
        "services.yaml:2:52 unknown-source: the source `vault` failed for this path",
        "services.yaml:2:71 unknown-source: no source is named `valt`",
      ])
    #expect(failed.helps == ["did you mean `vault`? [services.yaml:2:71 vault]"])
  }

  private struct Broken: Error {}
}
