// The run as a whole: what moved, between whom, who had how much to do, and who held what.
"use strict";

function summarySection() {
  const stats = data.stats;
  if (stats === null) return null;
  const isDry = stats.seconds.kernels === 0 && stats.seconds.communication === 0 && stats.memory.length === 0;
  const rows = [["loop to loop", "coherence"], ["loop to serial code", "serial"], ["reductions", "reduction"]].map(([name, key]) => [
    name, counted(`stats.${key}.bytes`, stats[key].bytes), counted(`stats.${key}.messages`, stats[key].messages)]);
  const seconds = Object.entries(stats.seconds).filter(([, value]) => value > 0).map(([name, value]) => [name, counted(`stats.seconds.${name}`, value, secondsWords(value))]);
  const places = [...stats.loops.map((loop, at) => [loop.at, "between loops", `stats.loops.${at}.coherence_bytes`, loop.coherence_bytes]),
    ...(stats.serial_at || []).map((one, at) => [one.at, "for serial code", `stats.serial_at.${at}.bytes`, one.bytes])]
    .filter(([, , , bytes]) => bytes > 0).sort((a, b) => b[3] - a[3]).slice(0, 10);
  return section("run", "The run",
    h("p", {}, counted("stats.ranks", stats.ranks), stats.ranks === 1 ? " rank" : " ranks", `, target ${stats.target}`,
      isDry ? "; a dry run: one process has counted for all ranks, and times say nothing" : ""),
    h("div", { class: "columns" },
      table("what moved between ranks", ["", "bytes", "messages"], rows, [1, 2]),
      !isDry && seconds.length > 0 && table("seconds of the slowest rank", ["", "time"], seconds, [1]),
      places.length > 0 && table("where most moved", ["line", "", "bytes"], places.map(([at, kind, from, bytes]) => [h("code", {}, at), kind, counted(from, bytes)]), [2])));
}

function matrixSection() {
  const stats = data.stats;
  if (stats === null || stats.ranks < 2) return null;
  const ranks = stats.ranks, traffic = stats.traffic;
  const most = Math.max(1, ...traffic.flat());
  const total = traffic.flat().reduce((sum, bytes) => sum + bytes, 0);
  const size = Math.max(4, Math.min(34, Math.floor(420 / ranks))), left = 40, top = 30;
  const cells = [];
  traffic.forEach((row, from) => row.forEach((bytes, to) => {
    const shade = bytes === 0 ? 0 : 0.15 + (0.85 * Math.log1p(bytes)) / Math.log1p(most);
    cells.push(h("rect", { x: left + to * size, y: top + from * size, width: size, height: size, class: from === to ? "cell self" : "cell", "fill-opacity": shade },
      h("title", {}, `rank ${from} to rank ${to}: ${bytesWords(bytes)}`)));
  }));
  const label = (at) => ranks <= 16 || at % 8 === 0;
  const labels = [...Array(ranks).keys()].filter(label).flatMap((rank) => [
    h("text", { x: left + rank * size + size / 2, y: top - 5, "text-anchor": "middle", class: "axis" }, String(rank)),
    h("text", { x: left - 5, y: top + rank * size + size / 2 + 4, "text-anchor": "end", class: "axis" }, String(rank))]);
  const side = left + ranks * size + 6;
  const drawing = h("svg", { viewBox: `0 0 ${side} ${top + ranks * size + 6}`, width: side, height: top + ranks * size + 6, role: "img", class: "matrix", "aria-label": "bytes from each rank to each other; darker is more; the table has the numbers" },
    h("text", { x: left, y: 11, class: "axis" }, "to rank →, from rank ↓"), labels, cells);
  const pairs = traffic.flatMap((row, from) => row.map((bytes, to) => [from, to, bytes])).filter(([, , bytes]) => bytes > 0).sort((a, b) => b[2] - a[2]);
  const listed = ranks <= 16
    ? table("bytes from the rank of the row to that of the column", ["", ...traffic.map((_, to) => `to ${to}`)], traffic.map((row, from) => [`from ${from}`, ...row.map((bytes, to) => counted(`stats.traffic.${from}.${to}`, bytes))]), traffic.map((_, at) => at + 1))
    : table("pairs of ranks with most bytes", ["from", "to", "bytes"], pairs.slice(0, 40).map(([from, to, bytes]) => [String(from), String(to), counted(`stats.traffic.${from}.${to}`, bytes)]), [0, 1, 2]);
  return section("matrix", "From whom to whom", h("p", {}, `${countWords(pairs.length, "pair")} of ranks, ${bytesWords(total)} between loops and for serial code.`),
    h("div", { class: "columns" }, drawing, h("details", { open: ranks <= 8 }, h("summary", {}, "as a table"), listed)));
}

function loadSection() {
  const stats = data.stats;
  if (stats === null || !stats.iterations || stats.iterations.every((count) => count === 0)) return null;
  const average = stats.iterations.reduce((sum, count) => sum + count, 0) / stats.iterations.length;
  const items = stats.iterations.map((count, rank) => ({ name: `rank ${rank}`, parts: [{ value: count }],
    shown: [counted(`stats.iterations.${rank}`, count), ` (${average === 0 ? "0" : (count / average).toFixed(3)} of the average)`] }));
  const parts = [h("p", {}, "Iterations of loops that ranks share out:"), bars("iterations of each rank", items, grouped)];
  const times = timesOfTrace();
  if (times !== null) parts.push(h("p", {}, "Seconds of each rank in what the trace has:"), bars("seconds of each rank", times.items, secondsWords, times.names));
  return section("load", "Who had how much to do", parts);
}

function memorySection() {
  const stats = data.stats;
  if (stats === null || !stats.memory || stats.memory.length === 0) return null;
  const items = [...Array(stats.ranks).keys()].map((rank) => ({ name: `rank ${rank}`, parts: stats.memory.map((array) => ({ value: array.bytes[rank] })) }));
  const names = stats.memory.map((array) => array.name || "memory without a name");
  const rows = stats.memory.map((array, at) => [names[at], ...array.bytes.map((bytes, rank) => counted(`stats.memory.${at}.bytes.${rank}`, bytes))]);
  return section("memory", "Who held what memory", h("p", {}, "Bytes of each array that a rank has touched, at its peak:"), bars("memory of each rank", items, bytesWords, names),
    h("details", { open: stats.ranks <= 8 }, h("summary", {}, "as a table"), table("bytes, by array and rank", ["array", ...items.map((item) => item.name)], rows, items.map((_, at) => at + 1))));
}
