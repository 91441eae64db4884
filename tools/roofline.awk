# Draws a roofline from the transcript of days/day17-arithmetic-intensity/arithmetic_intensity.cu, as SVG on stdout.
#
#   awk -f tools/roofline.awk evidence/day17-arithmetic-intensity/h200.txt > course/day17-roofline.svg
#
# A full dot stands at the operations a byte that the threads ask for, a ring at the operations a byte that has to cross
# memory at the least. "NAME, tiled" follows "NAME": an arrow leads from the one's dot to the other's.

function x(intensity) { return left + (log(intensity) - log(xFrom)) / (log(xTo) - log(xFrom)) * width }
function y(rate) { return top + height - (log(rate) - log(yFrom)) / (log(yTo) - log(yFrom)) * height }

function fail(words) {
  print "roofline: " words > "/dev/stderr"
  failed = 1
  exit 1
}

function text(atX, atY, anchor, class, words) {
  printf "  <text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">%s</text>\n", atX, atY, anchor, class, words
}

function line(x1, y1, x2, y2, class) {
  printf "  <line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x1, y1, x2, y2, class
}

# A sloped roof from the left edge to the arithmetic roof, with its rate written along it.
function slope(bandwidth, words, class,    from, to, middle, angle) {
  from = yFrom / bandwidth > xFrom ? yFrom / bandwidth : xFrom
  to = arithmetic / bandwidth
  middle = exp(log(from) * 0.35 + log(to) * 0.65)
  line(x(from), y(from * bandwidth), x(to), y(arithmetic), class)
  angle = atan2(y(from * bandwidth) - y(arithmetic), x(to) - x(from)) * 180 / 3.14159265
  printf "  <text transform=\"translate(%.1f %.1f) rotate(%.1f)\" class=\"roofname\">%s, %.0f GB/s</text>\n",
         x(middle) - 9, y(middle * bandwidth) - 4, -angle, words, bandwidth
}

/^device:/ { device = $0; sub(/^device: */, "", device) }
/^card:/ { card = $0; sub(/^card: */, "", card) }
$1 == "memory" && $5 == "GB/s" { memory = $4 }
$1 == "L1" && $5 == "GB/s" { l1 = $4 }
$1 == "arithmetic" && $5 == "GFLOP/s" { arithmetic = $4 }
NF > 8 && $(NF - 2) == "GFLOP/s" {
  ++kernels
  rate[kernels] = $(NF - 3)
  least[kernels] = $(NF - 6)
  asked[kernels] = $(NF - 7)
  name[kernels] = $1
  for (i = 2; i <= NF - 8; ++i) name[kernels] = name[kernels] " " $i
}

END {
  if (failed) exit 1
  if (!memory || !l1 || !arithmetic) fail("the transcript has no three roofs")
  if (kernels < 5) fail("the transcript has " (kernels + 0) " kernels, at least 5 were expected")
  left = 70; top = 46; width = 720; height = 400
  xFrom = 0.1; xTo = 256; yFrom = 10; yTo = 1000
  for (k = 1; k <= kernels; ++k) if (rate[k] < yFrom * 1.5) fail(name[k] " is too slow for the picture")
  while (yTo < arithmetic * 1.5) yTo *= 10
  lowest = rate[1]
  for (k = 2; k <= kernels; ++k) if (rate[k] < lowest) lowest = rate[k]
  while (yFrom * 20 < lowest) yFrom *= 10

  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 830 510\" role=\"img\" font-family=\"sans-serif\">"
  print "  <title>Roofline of " card "</title>"
  print "  <style>text{font-size:13px;fill:#222}.small{font-size:11px;fill:#555}.roofname{font-size:12px;fill:#444}" \
        ".grid{stroke:#ddd}.axis{stroke:#222}.memory,.l1,.arithmetic{stroke-width:2}.memory{stroke:#1f5fa8}" \
        ".l1{stroke:#8a5a00}.arithmetic{stroke:#333}.arrow{stroke:#a02020;stroke-width:1.5}.dot{fill:#a02020}" \
        ".ring{fill:#fff;stroke:#a02020;stroke-width:1.5}.same{stroke:#a02020;stroke-dasharray:2 3}</style>"
  print "  <defs><marker id=\"head\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"4\" orient=\"auto\">" \
        "<path d=\"M0 0L8 4L0 8Z\" fill=\"#a02020\"/></marker></defs>"
  print "  <rect width=\"830\" height=\"510\" fill=\"#fff\"/>"
  text(left, 20, "start", "name", card)
  text(left, 36, "start", "small", device)

  for (v = xFrom; v <= xTo; v *= 10) {
    line(x(v), top, x(v), top + height, "grid")
    text(x(v), top + height + 18, "middle", "small", v)
  }
  for (v = yFrom; v <= yTo * 1.001; v *= 10) {
    line(left, y(v), left + width, y(v), "grid")
    text(left - 8, y(v) + 4, "end", "small", v)
  }
  line(left, top + height, left + width, top + height, "axis")
  line(left, top, left, top + height, "axis")
  text(left + width / 2, top + height + 38, "middle", "name", "floating-point operations a byte")
  text(left, top + height + 56, "start", "small", "full dot: a byte that the threads ask of global memory; ring: a byte that has to cross memory at the least; arrow: before and after tiling")
  printf "  <text transform=\"translate(18 %.1f) rotate(-90)\" text-anchor=\"middle\">GFLOP/s</text>\n", top + height / 2

  slope(l1, "L1", "l1")
  slope(memory, "memory", "memory")
  line(x(arithmetic / l1), y(arithmetic), left + width, y(arithmetic), "arithmetic")
  text(left + width, y(arithmetic) - 8, "end", "roofname", sprintf("arithmetic, %.0f GFLOP/s", arithmetic))

  for (k = 1; k <= kernels; ++k) {
    tiled = name[k] == name[k - 1] ", tiled"
    if (tiled)
      printf "  <line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"arrow\" marker-end=\"url(#head)\"/>\n",
             x(asked[k - 1]), y(rate[k - 1]), x(asked[k]), y(rate[k])
    if (least[k] > asked[k] * 1.05) {
      line(x(asked[k]), y(rate[k]), x(least[k]), y(rate[k]), "same")
      printf "  <circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" class=\"ring\"/>\n", x(least[k]), y(rate[k])
    }
    printf "  <circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" class=\"dot\"/>\n", x(asked[k]), y(rate[k])
    right = x(asked[k]) < left + width * 0.85
    text(x(asked[k]) + (right ? 8 : 0), y(rate[k]) + (name[k + 1] == name[k] ", tiled" ? -9 : 17), right ? "start" : "middle", "name", name[k])
  }
  print "</svg>"
}
