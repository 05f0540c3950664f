import Foundation
import Testing

@testable import Shortlinks

/// The files in `Deployment` fit the program: no container engine is needed to see that.
@Suite struct DeploymentTests {
  private static let folder = URL(filePath: #filePath)
    .appending(path: "../../../Deployment").standardizedFileURL

  private static func has(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
  }

  /// Runs a program of the system; returns its exit code and what it prints.
  private func run(
    _ program: String, _ arguments: [String], variables: [String: String] = [:]
  ) throws -> ShortlinksProcess.Result {
    let variables = variables.merging(["PATH": "/usr/sbin:/usr/bin:/bin"]) { own, _ in own }
    let process = ShortlinksProcess(
      executable: URL(filePath: "/usr/bin/\(program)"), folder: try TemporaryFolder(),
      variables: variables)
    return try process.start(arguments).finish()
  }

  /// Reads all documents of a file with Python, as JSON.
  private func documents(_ name: String) throws -> [[String: Any]] {
    let result = try run(
      "python3",
      [
        "-c",
        "import sys, json, yaml; print(json.dumps(list(yaml.safe_load_all(open(sys.argv[1])))))",
        Self.folder.appending(path: name).path,
      ])
    try #require(result.status == 0, "\(result.printed)")
    return try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
  }

  /// The program in a folder with its configuration.
  private func program() throws -> ShortlinksProcess {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: ConfigurationTests.folder, to: folder.url.appending(path: "Config"))
    return ShortlinksProcess(folder: folder)
  }

  /// The container of the manifest for Kubernetes.
  private func container() throws -> [String: Any] {
    let deployment = try documents("kubernetes.yaml")[1]
    let template = (deployment["spec"] as? [String: Any])?["template"] as? [String: Any]
    let pod = template?["spec"] as? [String: Any]
    return try #require((pod?["containers"] as? [[String: Any]])?.first)
  }

  @Test(.enabled(if: has("python3"))) func theVariablesAreThoseThatTheProgramReads() throws {
    let answer = try program().run("env", "--format", "json", "--environment", "production").output
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
    let environment = try #require((report["environments"] as? [[String: Any]])?.first)
    let variables = try #require(environment["variables"] as? [[String: Any]])
    #expect(!variables.isEmpty)
    var (inCompose, inKubernetes) = ([String: String](), [String: String]())
    for variable in variables {
      let name = try #require(variable["name"] as? String)
      let text = (variable["default"] as? [String: Any])?["text"] as? String
      inCompose[name] = text ?? "${\(name):?}"
      let isSecret = variable["secret"] as? Bool == true
      inKubernetes[name] = text ?? "\(isSecret ? "secretKeyRef" : "configMapKeyRef") \(name)"
    }
    let services = try documents("compose.yaml")[0]["services"] as? [String: [String: Any]]
    #expect(services?["shortlinks"]?["environment"] as? [String: String] == inCompose)
    var found: [String: String] = [:]
    for variable in try container()["env"] as? [[String: Any]] ?? [] {
      let source = (variable["valueFrom"] as? [String: [String: String]])?.first
      #expect(source?.value["name"] ?? "shortlinks" == "shortlinks")
      found[variable["name"] as? String ?? ""] =
        variable["value"] as? String ?? source.map { "\($0.key) \($0.value["key"] ?? "")" }
    }
    #expect(found == inKubernetes)
  }

  @Test(.enabled(if: has("docker-compose"))) func composeReadsItsFile() throws {
    let path = Self.folder.appending(path: "compose.yaml").path
    let variables = ConfigurationTests.variables.merging(["POSTGRES_PASSWORD": "x"]) { own, _ in own
    }
    let whole = try run("docker-compose", ["-f", path, "config", "-q"], variables: variables)
    #expect(whole.status == 0, "\(whole.printed)")
    let missing = try run("docker-compose", ["-f", path, "config", "-q"])
    #expect(missing.status != 0)
    #expect(missing.printed.contains("API_TOKEN"))
  }

  @Test(.enabled(if: has("python3"))) func theProbesAskPortsThatTheProgramHas() throws {
    let documents = try documents("kubernetes.yaml")
    #expect(
      documents.compactMap { $0["kind"] as? String } == ["ConfigMap", "Deployment", "Service"])
    let container = try container()
    var ports: [String: Int] = [:]
    for port in container["ports"] as? [[String: Any]] ?? [] {
      ports[port["name"] as? String ?? ""] = port["containerPort"] as? Int
    }
    var variables: [String: String] = [:]
    for variable in container["env"] as? [[String: Any]] ?? [] {
      variables[variable["name"] as? String ?? ""] = variable["value"] as? String
    }
    #expect(
      ports == ["http": Int(variables["PORT"] ?? ""), "probes": Int(variables["PROBE_PORT"] ?? "")])
    for (probe, path) in [("livenessProbe", "/health/live"), ("readinessProbe", "/health/ready")] {
      let request = (container[probe] as? [String: Any])?["httpGet"] as? [String: Any]
      #expect(request?["path"] as? String == path)
      #expect(request?["port"] as? String == "probes")
    }
  }

  @Test(.enabled(if: has("python3"))) func theOverlayOfTheClusterFits() throws {
    let data = try #require(try documents("kubernetes.yaml")[0]["data"] as? [String: String])
    let program = try program()
    let overlay = program.folder.url.appending(path: "cluster.yaml")
    try #require(data["cluster.yaml"]).write(to: overlay, atomically: true, encoding: .utf8)
    let result = try program.run(
      "show", "database", "--environment", "production", "--overlay", overlay.path)
    #expect(result.status == 0, "\(result.printed)")
    #expect(result.output.contains("size: 10"))
  }

  private static let nginx = ["/usr/sbin/nginx", "/usr/bin/nginx"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  private struct Answering: HTTPApplication {
    func respond(to request: HTTPRequest) -> HTTPResponse { HTTPResponse(status: 200) }
  }

  private func server(port: Int = 0) throws -> (server: HTTPServer, port: Int) {
    let server = try HTTPServer(
      host: "127.0.0.1", port: port, threads: 4, bodyLimit: 1, application: Answering())
    return (server, try server.start())
  }

  /// One instance after the other is stopped and started again: nginx must not take one for gone that is back.
  @Test(.enabled(if: nginx != nil, "needs nginx: Scripts/setup --production"))
  func aRollingRestartLosesNoRequest() async throws {
    let (first, firstPort) = try server()
    let (second, secondPort) = try server()
    let (free, port) = try server()
    await free.stop()
    let folder = try TemporaryFolder()
    let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(folder.path("nginx-\($0)"));" }
    let file = try String(contentsOf: Self.folder.appending(path: "nginx.conf"), encoding: .utf8)
      .replacing(/server shortlinks:8080(.*?);/) { match in
        [firstPort, secondPort].map { "server 127.0.0.1:\($0)\(match.1);" }.joined(separator: " ")
      }
      .replacing("listen 80;", with: "listen 127.0.0.1:\(port);")
      .replacing("http {", with: "http { access_log off; \(paths.joined(separator: " "))")
    try folder.write(
      "daemon off; master_process off; pid \(folder.path("nginx.pid")); error_log stderr notice;\n"
        + file, to: "nginx.conf")
    let nginx = try ServerProcess(
      """
      # Ends the server, which takes the place of this shell, at the end of the input.
      exec 3<&0
      (cat <&3; kill -9 $$) >/dev/null 2>&1 &
      exec "$1" -e stderr -c "$2" </dev/null 3<&-
      """, [try #require(Self.nginx), folder.path("nginx.conf")], ready: "nginx/")
    let client = HTTPClient(port: port)
    func expectAnswers() throws {
      for _ in 0..<4 { #expect(try client.get("/").status == 200) }
    }
    try expectAnswers()
    await first.stop()
    try expectAnswers()
    let (restarted, _) = try server(port: firstPort)
    await second.stop()
    try expectAnswers()
    nginx.stop()
    await restarted.stop()
  }

  /// What the image installs besides is for its health check.
  @Test(.enabled(if: has("readelf") && has("dpkg-query")))
  func theImageHasTheLibrariesOfTheProgram() throws {
    let file = try String(
      contentsOf: Self.folder.appending(path: "Containerfile"), encoding: .utf8)
    let image = try #require(file.components(separatedBy: "\nFROM ").last)
    let linked = try run("readelf", ["-d", ShortlinksProcess.program.path]).output
      .split(separator: "\n").filter { $0.contains("(NEEDED)") }
      .compactMap { $0.split(separator: "[").last?.dropLast() }
    var checked = 0
    for library in linked {
      let found = try run("dpkg-query", ["-S", "*/\(library)"])
      // The runtime of Swift is linked statically there, and each image has the one of C.
      guard found.status == 0, let package = found.output.split(separator: ":").first,
        !package.hasPrefix("libc6"), !package.hasPrefix("libgcc"), !package.hasPrefix("libstdc++")
      else { continue }
      checked += 1
      #expect(image.contains(" \(package) "), "\(library) is part of \(package)")
    }
    #expect(checked >= 5)
  }
}
