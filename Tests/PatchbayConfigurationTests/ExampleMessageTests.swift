import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

/// Messages that are shown in the documentation come out to the letter.
@Suite struct ExampleMessageTests {
  static func rendered(_ load: Load) -> String {
    TerminalRenderer().render(load.diagnostics)
      .replacing(load.folder.path + "/", with: "Config/")
  }

  @Test func misspeltField() throws {
    let load = try Load(
      """
      # The services.
      services:
        a: { type: A }
        b: { type: A }
        c: { type: A }
        d: { type: A }
        e: { type: A }
        f: { type: A }
        g: { type: A }
        h: { type: A }
        i: { type: A }
        j: { type: A }
        mailer:
          type: SMTPMailer
          argments:
            host: smtp.internal
      """)
    #expect(
      Self.rendered(load).hasPrefix(
        """
        error[unknown-field]: a service entry has no field `argments`
          --> Config/services.yaml:15:5
           |
        15 |     argments:
           |     ^^^^^^^^ unknown field
           |
           = note: a service entry accepts: after, alias, arguments, autowire, decorates, deprecated, \
        description, eager, extends, priority, properties, provides, scope, tags, timeouts, type
        help: did you mean `arguments`?
             - argments:
             + arguments:
        """))
  }

  @Test func overlayPatchesAKeyThatDoesNotExist() throws {
    let base = "services:\n" + String(repeating: "\n", count: 11) + "  mailer:\n    type: M\n"
    let load = try Load(
      [
        "services.yaml": base + "environments: {}\n",
        "services.test.yaml": "services:\n  mailr:\n    arguments: { a: 1 }\n",
      ], environment: "test")
    #expect(
      Self.rendered(load).hasPrefix(
        """
        error[patch-without-base]: this overlay changes `mailr`, but no lower layer defines it
          --> Config/services.test.yaml:2:3
           |
         2 |   mailr:
           |   ^^^^^ an entry without `type` changes an existing service
          ::: Config/services.yaml:13:3
           |
        13 |   mailer:
           |   ------ a similar key is defined here
           |
        help: did you mean `mailer`?
             - mailr:
             + mailer:
        help: to add a new service instead, give it a `type`
        """))
  }

  @Test func unknownParameter() throws {
    let lines = [
      "parameters:", "  mail.from: no-reply@example.com", "services:",
    ]
    let yaml =
      lines.joined(separator: "\n") + String(repeating: "\n", count: 11)
      + "  mailer:\n    type: SMTPMailer\n    arguments:\n      from: $(mail.form)\n"
      + "environments: { test: {} }\n"
    let load = try Load(yaml, environment: "test")
    #expect(
      Self.rendered(load).hasPrefix(
        """
        error[unknown-parameter]: no parameter is named `mail.form` in the environment `test`
          --> Config/services.yaml:17:13
           |
         2 |   mail.from: no-reply@example.com
           |   --------- a similar name is defined here
        ...
        17 |       from: $(mail.form)
           |             ^^^^^^^^^^^^ used here
           |
        help: did you mean `mail.from`?
             - from: $(mail.form)
             + from: $(mail.from)
        """))
  }
}
