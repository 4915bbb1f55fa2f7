// Sets of boxes of an array's elements, each an array of [lo, hi] or [lo, hi, step] for each dimension, and what they
// have in common. Boxes are cut at all their borders into cells, so that counting is exact whatever they are like.
"use strict";

// The boxes of every index along dimensions with a step, so that there is none left. Null: too many.
function withoutSteps(boxes, most = 20000) {
  let found = [];
  for (const box of boxes) {
    let made = [[]];
    for (const [lo, hi, step = 1] of box) {
      const ranges = [];
      if (step < 1 || (step > 1 && (hi - lo) / step > most)) return null;
      if (step === 1) ranges.push([lo, hi]);
      else for (let at = lo; at < hi; at += step) ranges.push([at, at + 1]);
      if (made.length * ranges.length + found.length > most) return null;
      made = made.flatMap((one) => ranges.map((range) => [...one, range]));
    }
    found = found.concat(made);
  }
  return found.filter((box) => box.every(([lo, hi]) => lo < hi));
}

let cellsVisited = 0; // how much work has been done: curves end where it is too much

// The cells that the borders of boxes make.
class Cells {
  constructor(boxes, dims) {
    this.cuts = [];
    for (let d = 0; d < dims; ++d) {
      const borders = new Set();
      for (const box of boxes) borders.add(box[d][0]).add(box[d][1]);
      this.cuts.push([...borders].sort((a, b) => a - b));
    }
    this.at = this.cuts.map((cuts) => new Map(cuts.map((cut, number) => [cut, number])));
    this.strides = [];
    this.count = 1;
    for (let d = dims - 1; d >= 0; --d) {
      this.strides[d] = this.count;
      this.count *= Math.max(0, this.cuts[d].length - 1);
    }
  }

  // Calls visit(cell) for each cell of the box.
  forEach(box, visit) {
    const from = box.map(([lo], d) => this.at[d].get(lo));
    const to = box.map(([, hi], d) => this.at[d].get(hi));
    const walk = (d, cell) => {
      if (d === box.length) {
        ++cellsVisited;
        return visit(cell);
      }
      for (let at = from[d]; at < to[d]; ++at) walk(d + 1, cell + at * this.strides[d]);
    };
    walk(0, 0);
  }

  box(cell) {
    return this.strides.map((stride, d) => {
      const at = Math.floor(cell / stride) % Math.max(1, this.cuts[d].length - 1);
      return [this.cuts[d][at], this.cuts[d][at + 1]];
    });
  }
}

function volume(box) {
  return box.reduce((product, [lo, hi, step = 1]) => product * Math.max(0, Math.ceil((hi - lo) / step)), 1);
}

// The same cells in fewer boxes: neighbours along a dimension become one, dimension after dimension, innermost first.
function merged(boxes) {
  if (boxes.length === 0) return boxes;
  for (let d = boxes[0].length - 1; d >= 0; --d) {
    const byRest = new Map();
    for (const box of boxes) {
      const rest = box.map((range, at) => (at === d ? "" : range.join(":"))).join(",");
      if (!byRest.has(rest)) byRest.set(rest, []);
      byRest.get(rest).push(box);
    }
    boxes = [];
    for (const group of byRest.values()) {
      group.sort((a, b) => a[d][0] - b[d][0]);
      let last = null;
      for (const box of group) {
        if (last !== null && last[d][1] === box[d][0]) {
          last[d] = [last[d][0], box[d][1]];
        } else {
          last = box.map((range) => [...range]);
          boxes.push(last);
        }
      }
    }
  }
  return boxes;
}

// What is in the boxes and not in the others. Where there are too many pieces, the boxes as they are.
function without(boxes, others) {
  const all = withoutSteps(boxes), minus = withoutSteps(others);
  if (all === null || minus === null || all.length === 0 || minus.length === 0) return boxes;
  const cells = new Cells([...all, ...minus], all[0].length);
  if (cells.count > 1e6) return boxes;
  const left = new Set();
  for (const box of all) cells.forEach(box, (cell) => left.add(cell));
  for (const box of minus) cells.forEach(box, (cell) => left.delete(cell));
  return merged([...left].map((cell) => cells.box(cell)));
}

// "row 99", "rows 3 to 5, columns 1 to 198", "elements 5 to 9": as explanations say it.
function boxWords(box, extents) {
  const nouns = [["element", "elements"], ["row", "rows", "column", "columns"], ["plane", "planes", "row", "rows", "column", "columns"]];
  const dims = box.length;
  if (dims > 3) return box.map(([lo, hi]) => (hi - lo === 1 ? `[${lo}]` : `[${lo} to ${hi - 1}]`)).join("");
  const words = [];
  box.forEach(([lo, hi, step = 1], d) => {
    if (lo === 0 && hi === extents[d] && dims > 1 && step === 1) return;
    const [one, many] = nouns[dims - 1].slice(2 * d, 2 * d + 2);
    if (hi - lo === 1) words.push(`${one} ${lo}`);
    else words.push(step === 1 ? `${many} ${lo} to ${hi - 1}` : `${many} ${lo} to ${hi - 1} by ${step}`);
  });
  return words.length === 0 ? "all" : words.join(", ");
}
