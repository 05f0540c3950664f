import Foundation
import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("A dotenv file")
struct DotEnvFileTests {
  private func parse(_ bytes: [UInt8]) -> (file: DotEnvFile?, reported: String) {
    var collector = DiagnosticCollector()
    let file = DotEnvFile(name: "production.env", bytes: bytes, into: &collector)
    let reported = collector.errors + collector.warnings
    // Neither text nor data has a value.
    #expect(!JSONRenderer().render(reported).contains("hunter"))
    return (file, TerminalRenderer().render(reported))
  }

  @Test(
    "has exactly these values",
    arguments: [
      ("", [:]), ("\n\r\n \t\n", [:]), ("# A=1\n  #B=2\n", [:]), ("A=1", ["A": "1"]),
      ("A=1\nB=2\n", ["A": "1", "B": "2"]), ("A=1\r\nB=2\r\n", ["A": "1", "B": "2"]),
      ("\u{FEFF}A=1\n", ["A": "1"]), ("export A=1", ["A": "1"]), ("  export\t A=1", ["A": "1"]),
      ("export=1", ["export": "1"]), ("exportA=1", ["exportA": "1"]), ("A=", ["A": ""]),
      ("A=  ", ["A": ""]), ("A= b c ", ["A": "b c"]), ("A=b=c", ["A": "b=c"]),
      ("A=b #c", ["A": "b"]), ("A=b\t# c", ["A": "b"]), ("A=b#c", ["A": "b#c"]),
      ("A=#c", ["A": "#c"]), ("A= #c", ["A": ""]), ("A='b #c' # d", ["A": "b #c"]),
      (#"A='a\n$b"c'"#, ["A": #"a\n$b"c"#]), (#"A="a\nb\"c\\d\$e""#, ["A": "a\nb\"c\\d$e"]),
      (#"A="\r\`\t\'""#, ["A": "\r`\\t\\'"]), ("A=\"a\nb\"\nB=1", ["A": "a\nb", "B": "1"]),
      ("A=\"a\r\nb\"\r\nB=1", ["A": "a\nb", "B": "1"]), ("A='a\n\nb'", ["A": "a\n\nb"]),
      ("A=\"\"", ["A": ""]), ("A=''", ["A": ""]), ("A= 'b'  ", ["A": "b"]),
      (#"A=b\nc"#, ["A": #"b\nc"#]), (#"A=b"c""#, ["A": #"b"c""#]), ("A=it's", ["A": "it's"]),
      ("a.b-C_1=2", ["a.b-C_1": "2"]), ("A=1\nA=2", ["A": "2"]), ("A=é😀", ["A": "é😀"]),
      ("A='\\'", ["A": "\\"]), ("A=\"$B ${C\"", ["A": "$B ${C"]), ("A=\u{A0}b", ["A": "\u{A0}b"]),
      ("A: b\nC:d", ["A": "b", "C": "d"]), ("A=“b c” # d", ["A": "b c"]), ("a: b", [:]),
      ("A=“b” “c”", ["A": "“b” “c”"]), ("A='“b”'", ["A": "“b”"]),
    ] as [(String, [String: String])])
  func values(_ text: String, _ values: [String: String]) {
    #expect(parse(Array(text.utf8)).file?.values == values)
  }

  @Test(
    "reports exactly this",
    arguments: [
      Mistake(
        "no assignment",
        """
        error[dotenv-syntax]: this line sets no variable
         --> production.env:2:3
          |
        2 | [secret]
          | ^^^^^^^^ not `NAME=…`
          |
          = note: a name has letters, digits, `_`, `.` and `-`, and begins with a letter or `_`
        help: write `NAME=…`, with quotes where the value has several lines; a variable that the process has needs no line
        """,
        "A=1\n  hunter2\nB=1"),
      Mistake(
        "many lines without quotes are one error",
        """
        error[dotenv-syntax]: this line sets no variable
         --> production.env:2:1
          |
        2 | [secret]
          | ^^^^^^^^ not `NAME=…`
          |
          = note: a name has letters, digits, `_`, `.` and `-`, and begins with a letter or `_`
        help: write `NAME=…`, with quotes where the value has several lines; a variable that the process has needs no line
        """,
        "A=-----BEGIN\nhunter2\n\nhunter3\nhunter4\nB=1"),
      Mistake(
        "not a name",
        """
        error[dotenv-syntax]: this line sets no variable
         --> production.env:1:1
          |
        1 | [secret]
          | ^^^^^^^^ not `NAME=…`
          |
          = note: a name has letters, digits, `_`, `.` and `-`, and begins with a letter or `_`
        help: write `NAME=…`, with quotes where the value has several lines; a variable that the process has needs no line
        """,
        "1hunter+2=hunter3"),
      Mistake(
        "a space before the sign",
        """
        error[dotenv-syntax]: there is a space before the `=`
         --> production.env:1:8
          |
        1 | export PORT  =[secret]
          |        ^^^^ expected `=` after the name
          |
        help: remove the space: a shell would run the name as a command
        """,
        "export PORT  = hunter2"),
      Mistake(
        "a colon in place of the sign",
        """
        error[dotenv-syntax]: a variable is set with `=`, and not with `:`
         --> production.env:1:1
          |
        1 | PORT:[secret]
          | ^^^^ expected `=` after the name
          |
        help: write `PORT=…`
        """,
        "PORT: hunter2\nB=1"),
      Mistake(
        "a colon in a text of several lines",
        """
        error[dotenv-syntax]: this line sets no variable
         --> production.env:1:1
          |
        1 | [secret]
          | ^^^^^^^^ not `NAME=…`
          |
          = note: a name has letters, digits, `_`, `.` and `-`, and begins with a letter or `_`
        help: write `NAME=…`, with quotes where the value has several lines; a variable that the process has needs no line
        """,
        "Proc-hunter: 4\nHUNTER2: hunter2"),
      Mistake(
        "typographic quotes",
        """
        error[dotenv-syntax]: typographic quotes are a part of the value
         --> production.env:1:1
          |
        1 | A=[secret]
          | ^ in the value of this variable
          |
        help: write straight quotes: `"` or `'`
        """,
        "A=“hunter2”\nB=“hunter” “hunter”\nC=\"“hunter”\""),
      Mistake(
        "a reference to another variable",
        """
        error[dotenv-syntax]: `${…}` is not replaced in a file of variables
         --> production.env:1:1
          |
        1 | A=[secret]
          | ^ in the value of this variable
          |
        help: write the whole value; if this text is meant, put it in single quotes
        """,
        "A=https://${HUNTER2}/\nB='${HUNTER2}'\nC=\"\\${HUNTER2}\"\nD=$HUNTER2 # ${HUNTER2}\nE=$${HUNTER2}"
      ),
      Mistake(
        "a backtick at the beginning",
        #"""
        error[dotenv-syntax]: a backtick is no quote in a file of variables
         --> production.env:1:1
          |
        1 | A=[secret]
          | ^ in the value of this variable
          |
        help: put the whole value in single quotes: `NAME='…'`
        """#,
        "A=`hunter2`\nB=hunter2`"),
      Mistake(
        "quotes in the middle",
        #"""
        error[dotenv-syntax]: a quote in the middle of a value quotes nothing
         --> production.env:1:1
          |
        1 | A=[secret]
          | ^ in the value of this variable
          |
        help: put the whole value in single quotes: `NAME='…'`
        """#,
        #"A=hunter"2""#),
      Mistake(
        "a comment inside of quotes in the middle",
        #"""
        error[dotenv-syntax]: a quote in the middle of a value quotes nothing
         --> production.env:1:1
          |
        1 | A=[secret]
          | ^ in the value of this variable
          |
        help: put the whole value in single quotes: `NAME='…'`
        """#,
        #"A={"hunter #2"}"# + "\nB=it's #hunter2\nC=hunter #\"2\""),
      Mistake(
        "`#` directly after the sign",
        #"""
        error[dotenv-syntax]: `#` directly after `=` begins no comment
         --> production.env:1:1
          |
        1 | A=[secret]
          | ^ in the value of this variable
          |
        help: write `NAME= # …` for an empty value with a comment, and `NAME='# …'` for this text
        """#,
        "A=# hunter2\nB=#hunter2\nC= # hunter2"),
      Mistake(
        "a comment of another format",
        """
        error[dotenv-syntax]: this line sets no variable
         --> production.env:1:1
          |
        1 | [secret]
          | ^^^^^^^^ not `NAME=…`
          |
          = note: a name has letters, digits, `_`, `.` and `-`, and begins with a letter or `_`
        help: a comment begins with `#`
        """,
        "; hunter2\nB=1"),
      Mistake(
        "a section",
        """
        error[dotenv-syntax]: this line sets no variable
         --> production.env:1:1
          |
        1 | [secret]
          | ^^^^^^^^ not `NAME=…`
          |
          = note: a name has letters, digits, `_`, `.` and `-`, and begins with a letter or `_`
        help: remove it: a file of variables has no sections
        """,
        "[hunter2]\nB=1"),
      Mistake(
        "a command of another shell",
        """
        error[dotenv-syntax]: this line sets no variable
         --> production.env:1:1
          |
        1 | [secret]
          | ^^^^^^^^ not `NAME=…`
          |
          = note: a name has letters, digits, `_`, `.` and `-`, and begins with a letter or `_`
        help: leave `set` out: `NAME=…`
        """,
        "set HUNTER=hunter2\nB=1"),
      Mistake(
        "a quote that is never closed",
        """
        error[dotenv-syntax]: the quote of this value is never closed
         --> production.env:1:1
          |
        1 | A=[secret]
          | ^ its value continues to the end
          |
          = note: the rest of the file is not read
        """,
        "A=\"hunter2\\\"\nhunter3=1\nB=hunter2\nB=hunter4"),
      Mistake(
        "a quote that another line closes",
        """
        error[dotenv-syntax]: the quote of this value is not closed on its line
         --> production.env:1:1
          |
        1 | A=[secret]
          | ^ its value continues to the next quote
          |
        help: close it; where the value has several lines, write `\\` before a quote inside it
        """,
        "A=\"hunter2\nB=\"hunter3\"\nC=hunter4"),
      Mistake(
        "text after the quote",
        """
        error[dotenv-syntax]: there is text after the closing quote
         --> production.env:1:1
          |
        1 | A=[secret]
          | ^ in the value of this variable
          |
        help: put all of it in one pair of quotes; a comment needs a space before its `#`
        """,
        "A='hunter2'#hunter3"),
      Mistake(
        "a comment without a space after a value of several lines",
        """
        error[dotenv-syntax]: there is text after the closing quote
         --> production.env:1:1
          |
        1 | A=[secret]
          | ^ in the value of this variable
          |
        help: put all of it in one pair of quotes; a comment needs a space before its `#`
        """,
        "A='hunter2\nhunter3'#hunter4"),
      Mistake(
        "a repetition, without the line between",
        """
        error[repeated-variable]: the file sets `A` more than once
         --> production.env:3:1
          |
        1 | A=[secret]
          | - set before
        2 | [secret]
        3 | A=[secret]
          | ^ set again
          |
        help: remove the line with the wrong value
        """,
        "A=hunter2\nhunter3==\nA=hunter4 # hunter5"),
      Mistake(
        "a NUL character",
        """
        error[dotenv-syntax]: the file has a NUL character, which no variable can have
         --> production.env:2:2
          |
        2 | [secret]
          | ^^^^^^^^ the first one
        """,
        "A=hunter2\nB\0=hunter3"),
    ])
  func reports(_ mistake: Mistake<String>) {
    #expect(parse(Array(mistake.content.utf8)).reported == mistake.text)
  }

  @Test("that is not UTF-8 or too long is refused, and shows nothing")
  func noText() throws {
    let broken = parse(Array("A=hunter2\nB=x".utf8) + [0xFF])
    #expect(broken.file == nil)
    #expect(
      broken.reported == """
        error[invalid-encoding]: the file is not encoded in UTF-8
         --> production.env:2:4
          |
        2 | [secret]
          | ^^^^^^^^ this is no UTF-8
          |
        help: save the file as UTF-8
        """)
    #expect(parse([0xFF, 0xFE, 0x41, 0]).file == nil)
    let comment = Array(repeating: UInt8(ascii: "#"), count: 1 << 20)
    #expect(parse(comment).file != nil)
    let long = parse(comment + [0x0A])
    #expect(long.file == nil)
    #expect(
      long.reported == """
        error[limit-exceeded]: `production.env` has 1,048,577 bytes, more than a file of variables \
        may have
         --> production.env
          = note: the limit is 1,048,576 bytes
        """)
  }

  @Test("is a regular file that can be read")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    func reported(_ path: String) -> String {
      var collector = DiagnosticCollector()
      #expect(DotEnvFile(path: path, into: &collector) == nil)
      return TerminalRenderer().render(collector.errors)
    }
    #expect(
      reported("nowhere/a.env") == """
        error[file-not-found]: there is no file `nowhere/a.env`
         --> nowhere/a.env
          = note: it was looked for in the working directory, \
        `\(FileManager.default.currentDirectoryPath)`
        """)
    #expect(
      reported(folder.path) == """
        error[unreadable-file]: `\(folder.path)` cannot be read: it is a folder
         --> \(folder.path)
        help: name a file with a line `NAME=VALUE` for each variable
        """)
  }

  @Test("does not show its values to dump or print")
  func mirror() {
    let file = parse(Array("A=hunter2".utf8)).file
    var text = ""
    dump(file, to: &text)
    #expect(!(text + "\(String(describing: file))").contains("hunter2"))
  }

  @Test("is parsed in linear time")
  func manyLines() {
    for line in ["A=1\n", "hunter\n", "1=2\n", "A=\"\n", "A B=\n", "A=1\nB\n"] {
      let growth = growthOfCost(from: 1 << 10, to: 1 << 13) { size in
        let text = String(repeating: line, count: size / line.utf8.count)
        var collector = DiagnosticCollector()
        _ = DotEnvFile(name: "a.env", bytes: Array(text.utf8), into: &collector)
        #expect(collector.diagnostics.count <= 300)
      }
      #expect(growth < 32, "\(line.debugDescription)")
    }
  }
}
