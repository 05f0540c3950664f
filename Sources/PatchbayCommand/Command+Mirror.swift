// The mirror that `dump` and `print` show of a command line: none of the process's variables.

extension PatchbayCommand: CustomReflectable {
  /// The name and the names of the commands.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["name": name, "subcommands": subcommands.map(\.name)],
      displayStyle: .struct)
  }
}

extension Invocation: CustomReflectable {
  /// The command line: the command, the arguments and the options.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["command": command, "arguments": arguments, "options": words.options],
      displayStyle: .struct)
  }
}
