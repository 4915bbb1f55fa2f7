// The trace: a row for each rank and device, spans by what they are, waiting hatched, arrows for messages. Moves and
// zooms by keys, buttons and the mouse.
"use strict";

const spanKinds = ["launch", "kernel", "offload", "planning", "communication", "serial", "reduction", "to device", "to host", "inside"];
const drawnKinds = spanKinds.filter((kind) => kind !== "launch"); // what a launch consists of lies on it

function readTrace(events) {
  const rows = new Map(), names = new Map(), sent = new Map(), arrows = [], marks = [];
  const row = (event) => {
    const key = `${event.pid} ${event.tid}`;
    if (!rows.has(key)) rows.set(key, { rank: event.pid, row: event.tid, spans: [] });
    return rows.get(key);
  };
  for (const event of events) {
    if (event.ph === "M") names.set(event.name === "process_name" ? `${event.pid}` : `${event.pid} ${event.tid}`, event.args.name);
    else if (event.ph === "X") row(event).spans.push(event);
    else if (event.ph === "s") sent.set(event.id, event);
    else if (event.ph === "i" && event.cat === "message") marks.push(event);
  }
  for (const event of events)
    if (event.ph === "f" && sent.has(event.id)) arrows.push({ from: sent.get(event.id), to: event });
  const reasons = new Map(marks.map((mark) => [`${mark.pid} ${mark.ts} ${mark.args.partner}`, mark]));
  for (const arrow of arrows) {
    const mark = reasons.get(`${arrow.to.pid} ${arrow.to.ts} ${arrow.from.pid}`);
    arrow.words = `${mark ? `${mark.args.part}, ${bytesWords(mark.args.bytes)}: ` : ""}rank ${arrow.from.pid} to rank ${arrow.to.pid}${mark && mark.args.reason ? `; ${mark.args.reason}` : ""}`;
  }
  const list = [...rows.values()].sort((a, b) => a.rank - b.rank || a.row - b.row);
  for (const one of list) {
    one.name = `rank ${one.rank}${one.row === list.find((other) => other.rank === one.rank).row ? "" : `, ${names.get(`${one.rank} ${one.row}`) || one.row}`}`;
    one.spans.sort((a, b) => a.ts - b.ts || b.dur - a.dur);
    let kernel = null; // messages may be awaited while its iterations run
    for (const span of one.spans) {
      if (span.cat === "kernel") kernel = span;
      else if (span.cat === "communication" && kernel !== null && span.ts + span.dur <= kernel.ts + kernel.dur) kernel.inside = (kernel.inside ?? 0) + span.dur;
    }
  }
  return { rows: list, arrows };
}

let traceRead = null;
function traceOnce() {
  if (traceRead === null && data.trace !== null) traceRead = readTrace(data.trace.traceEvents);
  return traceRead;
}

// Seconds of each rank by kind, waiting apart.
function timesOfTrace() {
  const trace = traceOnce();
  if (trace === null) return null;
  const names = ["kernels", "communication", "waiting", "planning"];
  const byRank = new Map();
  for (const { rank, spans } of trace.rows) {
    if (!byRank.has(rank)) byRank.set(rank, [0, 0, 0, 0]);
    const sums = byRank.get(rank);
    for (const span of spans) {
      const waited = span.args && span.args.waiting ? span.args.waiting : 0;
      sums[2] += waited / 1e6;
      if (span.cat === "kernel") sums[0] += (span.dur - (span.inside ?? 0)) / 1e6;
      if (["communication", "serial", "reduction"].includes(span.cat)) sums[1] += (span.dur - waited) / 1e6;
      if (span.cat === "planning") sums[3] += span.dur / 1e6;
    }
  }
  const items = [...byRank].map(([rank, sums]) => ({ name: `rank ${rank}`, parts: sums.map((value) => ({ value })) }));
  return { items, names };
}

class Timeline {
  constructor(trace) {
    Object.assign(this, trace);
    const spans = this.rows.flatMap((row) => row.spans);
    this.first = spans.length === 0 ? 0 : Math.min(...this.rows.filter((row) => row.spans.length > 0).map((row) => row.spans[0].ts));
    this.last = 1;
    for (const span of spans) this.last = Math.max(this.last, span.ts + span.dur);
    [this.from, this.to] = [this.first, this.last];
    this.width = 900;
    this.rowHeight = 26;
    this.left = 110;
    this.top = 22;
    this.row = 0; // that keys have chosen, and the number of its span
    this.at = -1;
    this.holder = h("div", { class: "timeline", tabindex: 0, role: "group", "aria-label": "timeline; left and right move, plus and minus zoom, 0 shows all; up and down choose a rank, comma and full stop the span before and the next one", keydown: (event) => this.key(event) });
    this.where = h("p", { "aria-live": "polite", class: "legend" });
    this.told = h("p", { "aria-live": "polite" }, "Choose a span or an arrow to read what it is.");
  }

  build() {
    const button = (words, act) => h("button", { type: "button", click: act }, words);
    this.draw();
    return h("div", {},
      h("div", { class: "controls" }, button("◀ earlier", () => this.move(-0.5)), button("later ▶", () => this.move(0.5)),
        button("zoom in (+)", () => this.zoom(0.5)), button("zoom out (−)", () => this.zoom(2)), button("all (0)", () => this.all())),
      h("p", { class: "legend" }, drawnKinds.filter((kind) => this.rows.some((row) => row.spans.some((span) => span.cat === kind))).map((kind) =>
        h("span", {}, h("span", { class: `key span-${drawnKinds.indexOf(kind)}`, "aria-hidden": "true" }), ` ${kind} `)), h("span", {}, h("span", { class: "key waiting", "aria-hidden": "true" }), " waiting ")),
      this.where, this.holder, this.told, this.spanTable());
  }

  all() { this.show(this.first, this.last); }
  move(share) {
    const length = this.to - this.from;
    const from = Math.max(this.first, Math.min(this.last - length, this.from + share * length));
    this.show(from, from + length);
  }
  zoom(factor, about = (this.from + this.to) / 2) {
    const length = Math.max(1, Math.min(this.last - this.first, (this.to - this.from) * factor));
    const from = Math.max(this.first, Math.min(this.last - length, about - length * ((about - this.from) / Math.max(1e-9, this.to - this.from))));
    this.show(from, from + length);
  }
  show(from, to) {
    [this.from, this.to] = [from, to];
    this.draw();
  }
  key(event) {
    const acts = { ArrowLeft: () => this.move(-0.25), ArrowRight: () => this.move(0.25), "+": () => this.zoom(0.5), "=": () => this.zoom(0.5), ArrowUp: () => this.choose(-1, 0), ArrowDown: () => this.choose(1, 0), ",": () => this.choose(0, -1), ".": () => this.choose(0, 1), "-": () => this.zoom(2), 0: () => this.all() };
    if (acts[event.key] === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    acts[event.key]();
  }

  // Another row, or another span of the row, of those that are in view.
  choose(rows, spans) {
    this.row = Math.max(0, Math.min(this.rows.length - 1, this.row + rows));
    const seen = this.inView(this.rows[this.row]);
    this.at = rows !== 0 ? 0 : Math.max(0, Math.min(seen.length - 1, this.at + spans));
    const span = seen[this.at];
    this.told.replaceChildren(span === undefined ? `${this.rows[this.row].name}: nothing in this part` : `${this.rows[this.row].name}, ${this.at + 1} of ${seen.length}: ${this.words(span)}`);
    this.draw(span);
  }
  inView(row) {
    return row.spans.filter((span) => drawnKinds.includes(span.cat) && span.ts <= this.to && span.ts + span.dur >= this.from);
  }
  words(span) {
    return `${span.name}: ${secondsWords(span.dur / 1e6)} at ${secondsWords((span.ts - this.first) / 1e6)}${span.args && span.args.bytes ? `, ${bytesWords(span.args.bytes)}` : ""}${span.args && span.args.waiting ? `, ${secondsWords(span.args.waiting / 1e6)} of it waiting` : ""}`;
  }
  spanTable() {
    const most = 200;
    const body = h("div", {});
    const fill = () => {
      const all = this.rows.flatMap((row) => this.inView(row).map((span) => [row.name, span]));
      body.replaceChildren(table("spans in this part of the time", ["", "what", "at", "for", "of it waiting", "bytes"], all.slice(0, most).map(([name, span]) =>
        [name, span.name, secondsWords((span.ts - this.first) / 1e6), secondsWords(span.dur / 1e6), span.args && span.args.waiting ? secondsWords(span.args.waiting / 1e6) : "", span.args && span.args.bytes ? grouped(span.args.bytes) : ""]), [2, 3, 4, 5]),
      all.length > most ? h("p", {}, `${grouped(all.length - most)} more are left out here; zoom in.`) : "");
    };
    const details = h("details", {}, h("summary", {}, "as a table"), body);
    details.addEventListener("toggle", () => { if (details.open) fill(); });
    this.refill = () => { if (details.open) fill(); };
    return details;
  }

  x(ts) { return this.left + ((this.width - this.left - 10) * (ts - this.from)) / Math.max(1e-9, this.to - this.from); }

  // Of spans that are narrower than a point, one a point and kind.
  spansOf(row, number) {
    const y = this.top + number * this.rowHeight, made = [];
    const lastAt = new Map();
    for (const span of row.spans) {
      const kind = drawnKinds.indexOf(span.cat);
      if (kind < 0 || span.ts > this.to || span.ts + span.dur < this.from) continue;
      const x = Math.max(this.left, this.x(span.ts)), end = Math.min(this.width - 10, this.x(span.ts + span.dur));
      if (end - x < 0.7 && lastAt.get(kind) === Math.round(x)) continue;
      lastAt.set(kind, Math.round(x));
      const words = this.words(span);
      const tell = () => this.told.replaceChildren(`${row.name}: ${words}`);
      made.push(h("rect", { x, y: y + 4, width: Math.max(0.7, end - x), height: this.rowHeight - 8, class: `span span-${kind}${span === this.chosen ? " chosen" : ""}`, click: tell, mouseover: tell }, h("title", {}, words)));
      if (span.args && span.args.waiting > 0) {
        const begin = Math.max(this.left, this.x(span.ts + span.dur - span.args.waiting));
        if (end - begin > 0.7) made.push(h("rect", { x: begin, y: y + 4, width: end - begin, height: this.rowHeight - 8, fill: "url(#sent)", "pointer-events": "none" }));
      }
    }
    return made;
  }

  arrowsInView() {
    const at = new Map();
    this.rows.forEach((row, number) => { if (!at.has(row.rank)) at.set(row.rank, number); });
    const inView = this.arrows.filter(({ from, to }) => to.ts >= this.from && from.ts <= this.to);
    if (inView.length > 400) return [];
    return inView.map(({ from, to, words }) => {
      const y1 = this.top + at.get(from.pid) * this.rowHeight + this.rowHeight / 2, y2 = this.top + at.get(to.pid) * this.rowHeight + this.rowHeight / 2;
      const tell = () => this.told.replaceChildren(words);
      return h("line", { x1: this.x(from.ts), y1, x2: this.x(to.ts), y2, class: "arrow thin", "marker-end": "url(#arrow)", click: tell, mouseover: tell }, h("title", {}, words));
    });
  }

  draw(chosen = null) {
    this.chosen = chosen;
    if (this.refill) this.refill();
    const height = this.top + this.rows.length * this.rowHeight + 6;
    const many = this.arrows.filter(({ from, to }) => to.ts >= this.from && from.ts <= this.to).length;
    this.where.replaceChildren(`${secondsWords((this.from - this.first) / 1e6)} to ${secondsWords((this.to - this.first) / 1e6)} after the start; ${countWords(many, "message")}${many > 400 ? ", whose arrows are shown when you zoom in" : ""}`);
    const drawing = h("svg", { viewBox: `0 0 ${this.width} ${height}`, role: "img", "aria-label": "what each rank does over time" },
      this.rows.map((row, number) => [
        h("line", { x1: this.left, x2: this.width - 10, y1: this.top + (number + 1) * this.rowHeight, y2: this.top + (number + 1) * this.rowHeight, class: "rule" }),
        h("text", { x: this.left - 6, y: this.top + number * this.rowHeight + 17, "text-anchor": "end", class: "axis" }, row.name.length > 18 ? `${row.name.slice(0, 17)}…` : row.name),
        this.spansOf(row, number)]),
      this.arrowsInView());
    drawing.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return; // the page scrolls
      event.preventDefault();
      const box = drawing.getBoundingClientRect();
      const share = ((event.clientX - box.left) / box.width) * this.width;
      this.zoom(event.deltaY < 0 ? 0.8 : 1.25, this.from + ((share - this.left) / (this.width - this.left - 10)) * (this.to - this.from));
    }, { passive: false });
    this.holder.replaceChildren(drawing);
  }
}

function timelineSection() {
  const trace = traceOnce();
  if (trace === null || trace.rows.length === 0) return null;
  return section("timeline", "What happened when", new Timeline(trace).build());
}
