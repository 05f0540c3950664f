import Foundation

/// Draws what a service costs against how many there are: flat lines are what is wanted.
func chart(_ growth: [Results.Growth]) -> String {
  let lines: [(name: String, colour: String, values: [Double])] = [
    ("load, for each service", "#c0392b", growth.map(\.load)),
    ("libyaml alone, for each service", "#7f8c8d", growth.map(\.floor)),
    ("plan, for each service", "#d68910", growth.map(\.plan)),
    ("a scope, four services made in it", "#8e44ad", growth.map(\.request)),
    ("a request, each time for another", "#2471a3", growth.map(\.spread)),
    ("a request, always for the same", "#1e8449", growth.map(\.hot)),
  ]
  let (left, top, width, height) = (70.0, 20.0, 480.0, 300.0)
  let all = lines.flatMap(\.values).filter { $0 > 0 }
  let low = floor(log10(all.min() ?? 1e-9))
  let high = ceil(log10(all.max() ?? 1e-3))
  let sizes = growth.map { log10(Double($0.services)) }
  let (first, last) = (sizes.first ?? 0, sizes.last ?? 1)
  func x(_ size: Double) -> Double { left + (size - first) / max(last - first, 1) * width }
  func y(_ value: Double) -> Double {
    top + (high - log10(value)) / max(high - low, 1) * height
  }
  func number(_ value: Double) -> String { String(format: "%.1f", value) }

  var svg = [
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 820 370\" "
      + "font-family=\"sans-serif\" font-size=\"12\">",
    "<title>What a service costs, by the number of services</title>",
    "<rect width=\"820\" height=\"370\" fill=\"white\"/>",
  ]
  for power in Int(low)...Int(high) {
    let line = number(y(pow(10, Double(power))))
    svg.append(
      "<path d=\"M\(left) \(line)h\(width)\" stroke=\"#ddd\"/>"
        + "<text x=\"\(left - 8)\" y=\"\(line)\" text-anchor=\"end\" dy=\"4\">"
        + "\(decade(power))</text>")
  }
  for (point, size) in zip(growth, sizes) {
    svg.append(
      "<text x=\"\(number(x(size)))\" y=\"\(top + height + 20)\" text-anchor=\"middle\">"
        + "\(point.services)</text>")
  }
  svg.append(
    "<text x=\"\(left + width / 2)\" y=\"\(top + height + 40)\" text-anchor=\"middle\">"
      + "services</text>")
  for (index, line) in lines.enumerated() {
    let points = zip(sizes, line.values).filter { $0.1 > 0 }.map {
      "\(number(x($0.0))),\(number(y($0.1)))"
    }
    svg.append(
      "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" "
        + "stroke=\"\(line.colour)\" stroke-width=\"2\"/>")
    let row = 40.0 + Double(index) * 22
    svg.append(
      "<path d=\"M575 \(row)h22\" stroke=\"\(line.colour)\" stroke-width=\"2\"/>"
        + "<text x=\"603\" y=\"\(row)\" dy=\"4\">\(line.name)</text>")
  }
  return (svg + ["</svg>", ""]).joined(separator: "\n")
}

private func decade(_ power: Int) -> String {
  switch power {
  case ..<(-6): "\(Int(pow(10, Double(power + 9)))) ns"
  case ..<(-3): "\(Int(pow(10, Double(power + 6)))) µs"
  case ..<0: "\(Int(pow(10, Double(power + 3)))) ms"
  default: "\(Int(pow(10, Double(power)))) s"
  }
}
