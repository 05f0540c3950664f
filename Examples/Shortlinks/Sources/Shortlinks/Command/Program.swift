@main
enum Program {
  static func main() {
    Console.print(Options.usage)
  }
}
