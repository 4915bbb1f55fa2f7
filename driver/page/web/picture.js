// Draws who has which part of an array, and what goes from whom to whom: areas filled by rank, with its number; what is
// sent hatched, with an arrow to who gets it. Of arrays of more than two dimensions, the first two that ranks cut.
"use strict";

const mostArrows = 150, mostAreas = 4000;

// The dimensions that are drawn, down and across; -1: none.
function drawnDimensions(extents, areas) {
  const cut = extents.map((extent, d) => areas.some(({ box }) => box[d][0] > 0 || box[d][1] < extent));
  let drawn = extents.map((_, d) => d).filter((d) => extents[d] > 1);
  if (drawn.length > 2) drawn = [...drawn.filter((d) => cut[d]), ...drawn.filter((d) => !cut[d])].slice(0, 2).sort((a, b) => a - b);
  return drawn.length === 2 ? drawn : drawn.length === 1 && extents.length > 1 && drawn[0] === 0 ? [0, -1] : [-1, drawn[0] ?? 0];
}

class ArrayPicture {
  // owned, sent: [{rank, box}], [{from, to, box}].
  constructor(name, extents, owned, sent) {
    Object.assign(this, { name, extents, isCoarse: false });
    this.owned = this.eachOf(owned);
    this.sent = this.eachOf(sent);
    [this.down, this.across] = drawnDimensions(extents, [...owned, ...sent]);
    const rows = this.down < 0 ? 1 : extents[this.down], columns = this.across < 0 ? 1 : extents[this.across];
    this.width = this.across < 0 ? 60 : Math.round(Math.max(60, Math.min(300, (300 * columns) / Math.max(rows, columns))));
    this.height = this.down < 0 ? 46 : Math.round(Math.max(60, Math.min(300, (300 * rows) / Math.max(rows, columns))));
    this.scale = [columns > 0 ? this.width / columns : 1, rows > 0 ? this.height / rows : 1];
    this.left = 44;
    this.top = 20;
  }

  // With a box for each row of those that have a step, unless these are too many to be told apart.
  eachOf(areas) {
    const all = [];
    for (const area of areas) {
      const boxes = area.box.every(([, , step = 1]) => step === 1) ? [area.box] : withoutSteps([area.box], mostAreas);
      if (boxes === null) this.isCoarse = true;
      for (const box of boxes ?? [area.box]) all.push({ ...area, box });
    }
    if (all.length <= mostAreas) return all;
    this.isCoarse = true;
    return areas;
  }

  place(box) {
    const [x, w] = this.span(box, this.across, 0, this.width);
    const [y, t] = this.span(box, this.down, 1, this.height);
    return { x: this.left + x, y: this.top + y, width: w, height: t };
  }
  span(box, dim, axis, all) {
    if (dim < 0) return [0, all];
    const [lo, hi] = box[dim];
    return [lo * this.scale[axis], Math.max(1.5, (hi - lo) * this.scale[axis])];
  }

  areas() {
    return this.owned.slice(0, mostAreas).map(({ rank, box }) =>
      h("rect", { ...this.place(box), fill: fillOf(rank), stroke: "#333", "stroke-width": 0.6 }));
  }

  // The number of each rank: in each of its areas that has room for it, where these are few; else in its largest one.
  numbers() {
    const all = this.owned.map(({ rank, box }) => [rank, this.place(box)]);
    let shown = all.filter(([, at]) => at.height >= 14 && at.width >= 12);
    if (shown.length > 80 || shown.length === 0) {
      const largest = new Map();
      for (const [rank, at] of all) {
        const known = largest.get(rank);
        if (known === undefined || known.width * known.height < at.width * at.height) largest.set(rank, at);
      }
      shown = [...largest].filter(([, at]) => at.height >= 9 && at.width >= 9);
    }
    return shown.map(([rank, at]) =>
      h("text", { x: at.x + at.width / 2, y: at.y + at.height / 2 + 5, "text-anchor": "middle", class: "rank" }, String(rank)));
  }

  middle(rank) {
    const places = this.owned.filter((one) => one.rank === rank).map(({ box }) => this.place(box));
    if (places.length === 0) return null;
    const left = Math.min(...places.map((p) => p.x)), right = Math.max(...places.map((p) => p.x + p.width));
    const top = Math.min(...places.map((p) => p.y)), bottom = Math.max(...places.map((p) => p.y + p.height));
    return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
  }

  hatched() {
    const seen = ({ width, height, ...at }) => ({ ...at, width: Math.max(3, width), height: Math.max(3, height) });
    return this.sent.slice(0, mostAreas).map(({ from, to, box, words }) =>
      h("rect", { ...seen(this.place(box)), fill: "url(#sent)", stroke: "black", "stroke-width": 0.4 },
        h("title", {}, words || `from rank ${from} to rank ${to}`)));
  }

  // From what is sent into the area of who gets it; beside one another where both ways are taken.
  arrows() {
    const seen = new Set();
    const made = [];
    for (const { from, to, box } of this.sent) {
      const target = this.middle(to), at = this.place(box);
      if (target === null || seen.has(`${from} ${to}`) || made.length >= mostArrows) continue;
      seen.add(`${from} ${to}`);
      const side = from < to ? 0.32 : 0.68;
      const begin = { x: at.width > 14 ? at.x + at.width * side : at.x + at.width / 2, y: at.height > 14 ? at.y + at.height * side : at.y + at.height / 2 };
      const dx = target.x - begin.x, dy = target.y - begin.y;
      const vertical = Math.abs(dy) * Math.max(1, target.width) >= Math.abs(dx) * Math.max(1, target.height);
      const end = vertical ? { x: at.width > 14 ? begin.x : begin.x + dx * 0.5, y: begin.y + dy * 0.75 }
        : { x: begin.x + dx * 0.75, y: at.height > 14 ? begin.y : begin.y + dy * 0.5 };
      made.push(h("line", { x1: begin.x, y1: begin.y, x2: end.x, y2: end.y, class: "arrow", "marker-end": "url(#arrow)" }));
    }
    return made;
  }

  axis() {
    const text = (x, y, anchor, words) => h("text", { x, y, "text-anchor": anchor, class: "axis" }, words);
    const made = [];
    if (this.across >= 0) {
      made.push(text(this.left, this.top - 6, "start", "0"));
      made.push(text(this.left + this.width, this.top - 6, "end", String(this.extents[this.across] - 1)));
    }
    if (this.down >= 0) {
      made.push(text(this.left - 5, this.top + 10, "end", "0"));
      made.push(text(this.left - 5, this.top + this.height, "end", String(this.extents[this.down] - 1)));
    }
    return made;
  }

  draw(says) {
    const width = this.left + this.width + 12, height = this.top + this.height + 10;
    return h("figure", { class: "array" },
      h("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `${this.name}: ${says}` },
        h("rect", { x: this.left, y: this.top, width: this.width, height: this.height, class: "whole" }),
        this.areas(), this.hatched(), this.numbers(), this.arrows(), this.axis()),
      h("figcaption", {}, h("code", {}, this.name), ` ${this.extents.join(" × ")}${this.left_out()}`));
  }

  left_out() {
    const drawn = [this.down, this.across].filter((d) => d >= 0);
    const others = this.extents.map((_, d) => d).filter((d) => !drawn.includes(d) && this.extents[d] > 1);
    const cut = others.length === 0 ? "" : `; dimension${others.length > 1 ? "s" : ""} ${others.map((d) => d + 1).join(", ")} not drawn`;
    if (this.isCoarse) return `${cut}; rows in turn are too many to be drawn one by one`;
    return this.owned.length > mostAreas ? `${cut}; the first ${grouped(mostAreas)} areas` : cut;
  }
}
