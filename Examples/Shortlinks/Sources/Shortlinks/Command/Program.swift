@main
enum Program {
  static func main() {
    Console.print("soon")
  }
}
