import PatchbayConfiguration
import PatchbayDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that a command needs is missing, or failed.
struct UnavailableError: Error, CustomStringConvertible {
  /// What is missing or failed, without a full stop.
  let description: String
}

/// The program git, which reads a repository: it writes nothing, starts no other program and uses no network.
///
/// Each question is a process of its own: it ends by itself, so that a limit of time and a limit of bytes are
/// all that there is to watch. A process that answers several questions would need a protocol.
struct Git: Sendable {
  /// What a process wrote before it ended.
  struct Answer {
    let code: CInt
    let output: [UInt8]
    fileprivate let errors: [UInt8]

    /// What it wrote to its standard error, on one line.
    var problem: String {
      let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
      let words = lines.map { String($0.drop { $0 == " " || $0 == "\t" }) }.joined(separator: " ")
      return words.isEmpty ? "it ended with code \(code)" : words
    }
  }

  private let path: String
  private let environment: [String]
  /// The time that one process has.
  private let timeout: Duration

  /// The limit of what one process may write, in bytes: a file, or the list of all files.
  private static let mostOutput = 1 << 26
  private static let mostErrors = 1 << 16

  /// Options that the configuration of a repository cannot override.
  private static let options = [
    "--no-pager", "--no-replace-objects", "-c", "core.fsmonitor=false", "-c",
    "core.hooksPath=/dev/null", "-c", "protocol.allow=never",
  ]

  /// The variables of a process that choose another repository than that of the folder. Git sets them for
  /// hooks, and removes them itself where it looks at a second repository.
  private static let choosingVariables = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_SHALLOW_FILE",
    "GIT_GRAFT_FILE", "GIT_NAMESPACE", "GIT_PREFIX",
  ]

  /// Finds git in the folders of the variable `PATH`.
  init(
    variables: [String: String], timeout: Duration = .seconds(30)
  ) throws(UnavailableError) {
    // A relative folder is left out: no program of the working directory is run.
    let folders = (variables["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    let path = folders.map { "\($0)/git" }.first { path in
      guard case .success(let status) = FileStatus.of(path) else { return false }
      return status.otherKind == nil && access(path, X_OK) == 0
    }
    guard let path else {
      throw UnavailableError(
        description: "a revision is read with git, but no folder of the variable `PATH` has it")
    }
    var variables = variables
    for name in Self.choosingVariables { variables[name] = nil }
    variables["GIT_TERMINAL_PROMPT"] = "0"
    variables["GIT_OPTIONAL_LOCKS"] = "0"
    // A partial clone would fetch what it lacks. The list of allowed protocols is empty: unlike the option
    // `protocol.allow`, it holds above `protocol.ext.allow` in the configuration of the repository.
    variables["GIT_ALLOW_PROTOCOL"] = ""
    variables["GIT_NO_LAZY_FETCH"] = "1"
    // Its errors are shown among English ones.
    variables["LC_ALL"] = "C"
    (self.path, self.timeout) = (path, timeout)
    environment = variables.map { "\($0)=\($1)" }
  }

  /// Runs git in a folder, and waits for its end.
  func run(_ arguments: [String], in folder: String) throws(UnavailableError) -> Answer {
    var output = try Pipe()
    var errors = try Pipe()
    let words = [path, "-C", folder] + Self.options + arguments
    let process = try start(words, output.writing, errors.writing)
    // Otherwise the ends of the texts would never come.
    output.closeWriting()
    errors.closeWriting()
    let deadline = ContinuousClock.now + timeout
    var failure: String?
    while failure == nil, output.isOpen || errors.isOpen {
      // A negative descriptor is ignored.
      var ends = [output.reading, errors.reading].map { end in
        pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      }
      let rest = deadline - .now
      guard rest > .zero else {
        failure = late
        break
      }
      guard poll(&ends, nfds_t(ends.count), CInt(rest.components.seconds * 1_000 + 10)) > 0 else {
        continue
      }
      if ends[0].revents != 0 { output.read(keeping: Self.mostOutput + 1) }
      if ends[1].revents != 0 { errors.read(keeping: Self.mostErrors) }
      if output.bytes.count > Self.mostOutput {
        failure = "wrote more than \(Self.mostOutput.grouped) bytes"
      }
    }
    let code = end(of: process, deadline, &failure)
    if let failure {
      throw UnavailableError(description: "`git \(arguments.first ?? "")` \(failure)")
    }
    return Answer(code: code, output: output.bytes, errors: errors.bytes)
  }

  /// Returns what git writes; a code other than 0 is an error.
  func output(of arguments: [String], in folder: String) throws(UnavailableError) -> [UInt8] {
    let answer = try run(arguments, in: folder)
    guard answer.code == 0 else {
      throw UnavailableError(description: "git cannot read it: \(answer.problem)")
    }
    return answer.output
  }

  private var late: String { "took longer than \(timeout)" }

  /// Waits for the end of a process until a deadline, and kills one that fails; returns its exit code.
  private func end(
    of process: pid_t, _ deadline: ContinuousClock.Instant, _ failure: inout String?
  ) -> CInt {
    var status: CInt = 0
    if failure != nil { kill(process, SIGKILL) }
    while true {
      let ended = waitpid(process, &status, failure == nil ? WNOHANG : 0)
      if ended == process { break }
      if ended < 0, errno != EINTR {
        // The program that this is part of may wait for all of its processes.
        failure = failure ?? "ended, but its exit code is lost"
        break
      }
      if ended == 0, ContinuousClock.now > deadline {
        failure = late
        kill(process, SIGKILL)
      } else if ended == 0 {
        usleep(500)
      }
    }
    // The lower seven bits are the signal that ended it; a shell adds 128.
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  /// Starts git with an empty input; returns the number of the process.
  private func start(
    _ words: [String], _ output: CInt, _ errors: CInt
  ) throws(UnavailableError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    // The lists end with a null pointer; their texts are freed when the process has copied them.
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, path, &actions, nil, arguments, variables)
    guard error == 0 else {
      throw UnavailableError(
        description: "`\(path)` cannot be started: \(String(cString: strerror(error)))")
    }
    return process
  }
}

/// What a process writes, and what was read of it.
private struct Pipe: ~Copyable {
  private(set) var reading: CInt
  private(set) var writing: CInt
  private(set) var bytes: [UInt8] = []

  init() throws(UnavailableError) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw UnavailableError(
        description: "git cannot be started: \(String(cString: strerror(errno)))")
    }
    (reading, writing) = (ends[0], ends[1])
    // Processes do not inherit them: git gets copies of those that it writes to.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit { for end in [reading, writing] where end >= 0 { close(end) } }

  var isOpen: Bool { reading >= 0 }

  /// Reads a part of what is there, or the end, and keeps as many bytes at most; waits if there is neither.
  mutating func read(keeping most: Int) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = systemRead(reading, &buffer, buffer.count)
    if count > 0 {
      bytes += buffer.prefix(min(count, most - bytes.count))
    } else if count == 0 || errno != EINTR {
      close(reading)
      reading = -1
    }
  }

  mutating func closeWriting() {
    close(writing)
    writing = -1
  }
}

/// Calls the system's `read`, under a name that no method hides.
private func systemRead(_ file: CInt, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(file, bytes, count)
}
