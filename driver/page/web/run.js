// The run as a whole: what moved, between whom, who had how much to do, and who held what.
"use strict";

// Whether the counters are those of a dry run, whose seconds are one process's.
function isDryRun() {
  return data.stats !== null && data.stats.dry === true;
}

const secondsNames = { total: "in all", kernels: "iterations of loops", communication: "sending and receiving", waiting: "waiting for other ranks", planning: "finding out what to send", runtime: "other bookkeeping" };

// What stands out, in a sentence.
function judgement(stats) {
  const words = [];
  const seconds = stats.seconds;
  if (!isDryRun() && seconds.total > 0 && stats.ranks > 1) words.push(`The slowest rank computes for ${Math.round((100 * seconds.kernels) / seconds.total)}% of its time, and waits for others for ${Math.round((100 * seconds.waiting) / seconds.total)}%.`);
  const most = mostOf(stats.iterations || []), average = (stats.iterations || []).reduce((sum, one) => sum + one, 0) / Math.max(1, stats.ranks);
  if (stats.ranks > 1 && average > 0) words.push(`The rank with most iterations has ${(most / average).toFixed(2)} times the average.`);
  const bytes = stats.coherence.bytes + stats.serial.bytes;
  const first = costlyPlaces(stats)[0];
  if (first !== undefined && bytes > 0) words.push(`${Math.round((100 * first.bytes) / bytes)}% of what moves, moves at ${first.at} (${first.kind}).`);
  return words.join(" ");
}

function mostOf(numbers) {
  return numbers.reduce((most, one) => Math.max(most, one), 0);
}

function costlyPlaces(stats) {
  return [...stats.loops.map((loop, at) => ({ at: loop.at, kind: "between loops", from: `stats.loops.${at}.coherence_bytes`, bytes: loop.coherence_bytes })),
    ...(stats.serial_at || []).map((one, at) => ({ at: one.at, kind: "for serial code", from: `stats.serial_at.${at}.bytes`, bytes: one.bytes }))]
    .filter(({ bytes }) => bytes > 0).sort((a, b) => b.bytes - a.bytes);
}

function summarySection() {
  const stats = data.stats;
  if (stats === null) return null;
  const rows = [["from loop to loop", "coherence"], ["for serial code", "serial"], ["for reductions", "reduction"]].map(([name, key]) => [
    name, counted(`stats.${key}.bytes`, stats[key].bytes), counted(`stats.${key}.messages`, stats[key].messages)]);
  const seconds = Object.entries(stats.seconds).filter(([, value]) => value > 0).map(([name, value]) => [secondsNames[name] ?? name, counted(`stats.seconds.${name}`, value, secondsWords(value))]);
  const places = costlyPlaces(stats).slice(0, 10);
  return section("run", "The run",
    h("p", {}, counted("stats.ranks", stats.ranks), stats.ranks === 1 ? " rank" : " ranks", `, target ${stats.target}`,
      isDryRun() ? "; a dry run: one process has counted for all ranks, and there are no times. " : ". ", judgement(stats)),
    h("div", { class: "columns" },
      table("what moved between ranks", ["", "bytes", "messages"], rows, [1, 2]),
      !isDryRun() && seconds.length > 0 && table("seconds of the slowest rank in each", ["", "time"], seconds, [1]),
      places.length > 0 && table("where most moved", ["line", "", "bytes"], places.map(({ at, kind, from, bytes }) => [h("code", {}, at), kind, counted(from, bytes)]), [2])));
}

const mostCells = 96; // ranks, of which each pair has its square

function matrixSection() {
  const stats = data.stats;
  if (stats === null || stats.ranks < 2) return null;
  const ranks = stats.ranks, traffic = stats.traffic;
  const most = Math.max(1, mostOf(traffic.map(mostOf)));
  const total = traffic.reduce((sum, row) => row.reduce((all, bytes) => all + bytes, sum), 0);
  const size = Math.max(ranks > mostCells ? 1 : 4, Math.min(34, Math.floor(420 / ranks))), left = 40, top = 30;
  const cells = [];
  const isLarge = ranks > mostCells; // then only what is not empty is drawn
  traffic.forEach((row, from) => row.forEach((bytes, to) => {
    if (isLarge && bytes === 0) return;
    const shade = bytes === 0 ? 0 : 0.15 + (0.85 * Math.log1p(bytes)) / Math.log1p(most);
    cells.push(h("rect", { x: left + to * size, y: top + from * size, width: size, height: size, class: from === to ? "cell self" : "cell", "fill-opacity": shade },
      h("title", {}, `rank ${from} to rank ${to}: ${bytesWords(bytes)}`)));
  }));
  const step = ranks <= 16 ? 1 : 8 * Math.ceil(ranks / 128), label = (at) => at % step === 0;
  const labels = [...Array(ranks).keys()].filter(label).flatMap((rank) => [
    h("text", { x: left + rank * size + size / 2, y: top - 5, "text-anchor": "middle", class: "axis" }, String(rank)),
    h("text", { x: left - 5, y: top + rank * size + size / 2 + 4, "text-anchor": "end", class: "axis" }, String(rank))]);
  const side = left + ranks * size + 6;
  const drawing = h("svg", { viewBox: `0 0 ${side} ${top + ranks * size + 6}`, width: side, height: top + ranks * size + 6, role: "img", class: "matrix", "aria-label": "bytes from each rank to each other; darker is more; the table has the numbers" },
    h("text", { x: left, y: 11, class: "axis" }, "to rank →, from rank ↓"), labels, cells);
  const pairs = traffic.flatMap((row, from) => row.flatMap((bytes, to) => (bytes > 0 ? [[from, to, bytes]] : []))).sort((a, b) => b[2] - a[2]);
  const listed = ranks <= 16
    ? table("bytes from the rank of the row to that of the column", ["", ...traffic.map((_, to) => `to ${to}`)], traffic.map((row, from) => [`from ${from}`, ...row.map((bytes, to) => counted(`stats.traffic.${from}.${to}`, bytes))]), traffic.map((_, at) => at + 1))
    : table("pairs of ranks with most bytes", ["from", "to", "bytes"], pairs.slice(0, 40).map(([from, to, bytes]) => [String(from), String(to), counted(`stats.traffic.${from}.${to}`, bytes)]), [0, 1, 2]);
  return section("matrix", "From whom to whom", h("p", {}, `${countWords(pairs.length, "pair")} of ranks, ${bytesWords(total)} between loops and for serial code.`),
    h("div", { class: "columns" }, drawing, h("details", { open: ranks <= 8 }, h("summary", {}, "as a table"), listed)));
}

const mostBars = 128;
function leftOut(items) {
  return items.length > mostBars && h("p", {}, `${items.length - mostBars} more ranks are left out here.`);
}

function loadSection() {
  const stats = data.stats;
  if (stats === null || !stats.iterations || stats.iterations.every((count) => count === 0)) return null;
  const average = stats.iterations.reduce((sum, count) => sum + count, 0) / stats.iterations.length;
  const items = stats.iterations.map((count, rank) => ({ name: `rank ${rank}`, parts: [{ value: count }],
    shown: [counted(`stats.iterations.${rank}`, count), ` (${average === 0 ? "0" : (count / average).toFixed(3)} of the average)`] }));
  const parts = [h("p", {}, "Iterations of loops that ranks share out (where ranks have boxes, of the outer loop):"), bars("iterations of each rank", items.slice(0, mostBars), grouped), leftOut(items)];
  const times = timesOfTrace();
  if (times !== null) parts.push(h("p", {}, "Seconds of each rank in what the trace has:"), bars("seconds of each rank", times.items.slice(0, mostBars), secondsWords, times.names), leftOut(times.items),
    h("details", {}, h("summary", {}, "as a table"), table("seconds, by rank", ["", ...times.names], times.items.slice(0, mostBars).map((item) => [item.name, ...item.parts.map((part) => secondsWords(part.value))]), [1, 2, 3, 4])));
  return section("load", "Who had how much to do", parts);
}

function memorySection() {
  const stats = data.stats;
  if (stats === null || !stats.memory || stats.memory.length === 0) return null;
  const names = stats.memory.map((array) => array.name || "memory without a name");
  const largest = stats.memory.map((array, at) => [mostOf(array.bytes), at]).sort((a, b) => b[0] - a[0]).map(([, at]) => at);
  const apart = 3, shown = largest.slice(0, largest.length > apart + 1 ? apart : apart + 1), others = largest.slice(shown.length); // four patterns
  const sum = (list, rank) => list.reduce((all, at) => all + stats.memory[at].bytes[rank], 0);
  const items = [...Array(stats.ranks).keys()].slice(0, mostBars).map((rank) => ({ name: `rank ${rank}`,
    parts: [...shown.map((at) => ({ value: stats.memory[at].bytes[rank] })), ...(others.length > 0 ? [{ value: sum(others, rank) }] : [])] }));
  const rows = stats.memory.map((array, at) => [names[at], ...array.bytes.slice(0, mostBars).map((bytes, rank) => counted(`stats.memory.${at}.bytes.${rank}`, bytes))]);
  return section("memory", "Who held what memory", h("p", {}, isDryRun() ? "Bytes of each array that a rank would touch:" : "Bytes of each array that a rank has touched, at its peak:"),
    bars("memory of each rank", items, bytesWords, [...shown.map((at) => names[at]), ...(others.length > 0 ? [`${others.length} others`] : [])]), leftOut([...Array(stats.ranks)]),
    h("details", { open: stats.ranks <= 8 }, h("summary", {}, "as a table"), table("bytes, by array and rank", ["array", ...items.map((item) => item.name)], rows, items.map((_, at) => at + 1))));
}
