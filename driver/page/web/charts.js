// Bars and curves, each with the table of its numbers.
"use strict";

// Horizontal bars: items [{name, parts: [{value, from, words}]}], parts stacked; the number stands behind the bar.
function bars(caption, items, words, partNames = []) {
  const total = (item) => item.parts.reduce((sum, part) => sum + part.value, 0);
  const most = Math.max(1e-12, ...items.map(total));
  return h("div", { class: "bars", role: "group", "aria-label": caption },
    items.map((item) => h("div", { class: "bar" },
      h("span", { class: "name" }, item.name),
      h("span", { class: "track", "aria-hidden": "true" }, item.parts.map((part, at) =>
        h("span", { class: `part part-${at % 4}`, style: `width:${(100 * part.value) / most}%`, title: partNames[at] ? `${partNames[at]}: ${words(part.value)}` : null }))),
      h("span", { class: "value" }, item.shown || words(total(item))))),
    partNames.length > 1 && h("div", { class: "legend" }, partNames.slice(0, 12).map((name, at) => h("span", {}, h("span", { class: `key part-${at % 4}`, "aria-hidden": "true" }), ` ${name} `))));
}

const marks = [
  (x, y) => h("circle", { cx: x, cy: y, r: 4 }),
  (x, y) => h("rect", { x: x - 4, y: y - 4, width: 8, height: 8 }),
  (x, y) => h("polygon", { points: `${x},${y - 5} ${x + 5},${y + 4} ${x - 5},${y + 4}` }),
  (x, y) => h("path", { d: `M${x - 5},${y - 5} L${x + 5},${y + 5} M${x - 5},${y + 5} L${x + 5},${y - 5}` })];

// Curves over the number of ranks: series [{name, points: [[ranks, value], …]}].
function curves(caption, series, unit) {
  series = series.filter((one) => one.points.length > 0);
  if (series.length === 0) return null;
  if (series.every((one) => one.points.every(([, value]) => value === 0)))
    return h("p", {}, `${caption}: nothing, however many there are.`);
  const width = 460, height = 200, left = 66, bottom = 34, top = 12, right = 118;
  const all = series.flatMap((one) => one.points);
  const mostX = Math.max(2, ...all.map(([x]) => x)), mostY = Math.max(1, ...all.map(([, y]) => y));
  const px = (x) => left + ((width - left - right) * Math.log2(x)) / Math.log2(mostX);
  const py = (y) => height - bottom - ((height - bottom - top) * y) / mostY;
  const ticks = [...new Set(all.map(([x]) => x))].sort((a, b) => a - b).filter((x) => Number.isInteger(Math.log2(x)));
  let lastY = -100;
  const named = [...series].sort((a, b) => py(a.points.at(-1)[1]) - py(b.points.at(-1)[1])).map((one) => {
    lastY = Math.max(lastY + 13, py(one.points.at(-1)[1]) + 4);
    return h("text", { x: width - right + 8, y: lastY, class: "axis" }, one.name);
  });
  const drawing = h("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `${caption}; the table below has the numbers`, class: "curves" },
    h("line", { x1: left, y1: height - bottom, x2: width - right, y2: height - bottom, class: "rule" }),
    h("line", { x1: left, y1: top, x2: left, y2: height - bottom, class: "rule" }),
    h("text", { x: left - 6, y: top + 8, "text-anchor": "end", class: "axis" }, grouped(mostY)),
    h("text", { x: left - 6, y: height - bottom, "text-anchor": "end", class: "axis" }, "0"),
    ticks.map((x) => h("text", { x: px(x), y: height - bottom + 14, "text-anchor": "middle", class: "axis" }, String(x))),
    h("text", { x: (left + width - right) / 2, y: height - 4, "text-anchor": "middle", class: "axis" }, "ranks"),
    series.map((one, at) => h("g", { class: `curve curve-${at % 4}` },
      h("polyline", { points: one.points.map(([x, y]) => `${px(x)},${py(y)}`).join(" ") }),
      one.points.map(([x, y]) => marks[at % 4](px(x), py(y))))),
    named);
  const at = [...new Set(all.map(([x]) => x))].sort((a, b) => a - b);
  const rows = at.map((x) => [String(x), ...series.map((one) => {
    const point = one.points.find(([of]) => of === x);
    return point === undefined ? "" : point[2] || grouped(point[1]);
  })]);
  return h("div", { class: "chart" }, h("p", {}, `${caption} (${unit})`), drawing,
    h("details", {}, h("summary", {}, "as a table"), table(caption, ["ranks", ...series.map((one) => one.name)], rows, [0, 1, 2, 3, 4])));
}
