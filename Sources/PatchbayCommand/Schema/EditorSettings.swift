import PatchbayConfiguration
import PatchbayDiagnostics

/// What editors need to use the schema of a configuration.
struct EditorSettings {
  /// The path of the root file, as an editor sees it that opens the working folder.
  let root: String

  init(root: String) { self.root = root }

  init(_ invocation: Invocation) {
    let path = invocation.configurationPath ?? "services.yaml"
    root = RepositoryPaths(root: nil).path(to: path)
  }

  /// The path of the schema, next to the root file.
  var schema: String { stem + ".schema.json" }

  /// The comment that names the schema in a file of the same folder. It ranks above all settings and
  /// above the schemas that public catalogs have for a file of this name.
  var modeline: String {
    "# yaml-language-server: $schema=\(DisplayText.line(PathText.lastPart(of: schema)))"
  }

  /// The root without its extension.
  private var stem: String {
    for ending in [".yaml", ".yml"] where root.hasSuffix(ending) {
      return String(root.dropLast(ending.count))
    }
    return root
  }

  /// The settings as JSON with comments, as Visual Studio Code has them.
  var text: String {
    let folder = PathText.folder(of: root)
    let files = folder == "." ? ["*.yaml"] : ["\(folder)/**/*.yaml"]
    let tags = FormatSchema.editorTags.map { "    \($0.json.text)" }
    return """
      // Settings of yaml-language-server, such as .vscode/settings.json:
      {
        "yaml.schemas": { \(schema.json.text): \(files.json.text) },
        "yaml.customTags": [
      \(tags.joined(separator: ",\n"))
        ]
      }
      // A file that begins with this line needs no `yaml.schemas`, and no public schema is used for it:
      // \(modeline)
      """
  }
}

extension Invocation {
  /// The path of the root file; nil for a text of the program.
  var configurationPath: String? {
    value(of: CommandOption.config.name) ?? command.configuration.path
  }
}
