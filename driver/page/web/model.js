// What a loop moves for any sizes and any number of ranks, from the formulas of its footprints: who has which
// iterations, which part of each array lies where, and what has to come from others.
//
// As the compiler's own formulas do, it takes each array to lie with the iterations when the loop begins, and all that
// is read to have been written since it was last sent. Templates are cut as the run-time library cuts them
// (runtime/directory/partition).
"use strict";

const mostUneven = 1.5; // of a rank's share, before the loop's own positions are cut instead of the array's

const mostTurns = 4000; // of all ranks

// values: a Map, since programs may call their variables anything.
function evaluate(formula, values) {
  if (typeof formula === "number") return formula;
  if (typeof formula === "string") {
    if (!values.has(formula)) throw new Error(`'${formula}' has no value`);
    return values.get(formula);
  }
  const [op, ...rest] = formula;
  if (op === "?") return evaluate(rest[evaluate(rest[0], values) ? 1 : 2], values);
  if (op === "&&") return rest.every((one) => evaluate(one, values)) ? 1 : 0;
  if (op === "||") return rest.some((one) => evaluate(one, values)) ? 1 : 0;
  const [a, b] = rest.map((one) => evaluate(one, values));
  switch (op) {
    case "neg": return -a;
    case "+": return a + b;
    case "-": return a - b;
    case "*": return a * b;
    case "/": return Math.trunc(a / b);
    case "%": return a % b;
    case "floor": return Math.floor(a / b);
    case "min": return Math.min(a, b);
    case "max": return Math.max(a, b);
    case "==": return a === b ? 1 : 0;
    case "<": return a < b ? 1 : 0;
    case "<=": return a <= b ? 1 : 0;
    case ">": return a > b ? 1 : 0;
    case ">=": return a >= b ? 1 : 0;
  }
  throw new Error(`no operator '${op}'`);
}

function addNames(formula, to) {
  if (typeof formula === "string") to.add(formula);
  else if (Array.isArray(formula)) formula.slice(1).forEach((one) => addNames(one, to));
}

// The names that the loop's formulas need values for.
function parametersOf(formulas) {
  const names = new Set();
  [formulas.begin, formulas.end, formulas.offset].forEach((one) => addNames(one, names));
  formulas.arrays.forEach((array) => array.lengths.forEach((one) => one !== null && addNames(one, names)));
  for (const section of [...formulas.sections, ...formulas.boxes]) {
    section.box.forEach((range) => range.forEach((one) => one !== null && addNames(one, names)));
    if (section.guard !== null) addNames(section.guard, names);
  }
  ["#lo", "#hi", "#from", "#to"].forEach((name) => names.delete(name));
  return [...names];
}

// Positions first <= p < first + extent, cut into blocks that differ by one at most, the longer ones first; or dealt
// out in turn, in blocks of this size.
class Partition {
  constructor(first, extent, ranks, block) {
    Object.assign(this, { first, extent, ranks, block });
  }
  intervals(rank) {
    if (this.block === 0) {
      const least = Math.floor(this.extent / this.ranks), longer = this.extent % this.ranks;
      const begin = (r) => this.first + r * least + Math.min(r, longer);
      return [[begin(rank), begin(rank + 1)]];
    }
    if (this.extent / this.block > mostTurns) throw new Error("there are too many turns to be drawn");
    const all = [];
    for (let at = rank * this.block; at < this.extent; at += this.ranks * this.block)
      all.push([this.first + at, this.first + Math.min(at + this.block, this.extent)]);
    return all;
  }
  // Those outside of [first, first + extent) go to the ranks at the ends, where there are blocks.
  open(rank) {
    return this.intervals(rank).map(([lo, hi]) =>
      this.block !== 0 ? [lo, hi] : [rank === 0 ? -Infinity : lo, rank === this.ranks - 1 ? Infinity : hi]);
  }
}

// The iterations begin <= x < end whose position scale * x + offset lies in the interval.
function iterationsIn([lo, hi], scale, offset, begin, end) {
  if (scale > 0) return [Math.max(begin, Math.ceil((lo - offset) / scale)), Math.min(end, Math.ceil((hi - offset) / scale))];
  return [Math.max(begin, Math.ceil((hi - 1 - offset) / scale)), Math.min(end, Math.floor((lo - offset) / scale) + 1)];
}

// As choose_template: the array's positions, unless that gives a rank far more than its share.
function chosenPartition(extent, ranks, block, scale, offset, begin, end) {
  const count = end - begin;
  const most = (partition, s, o) => {
    let largest = 0;
    for (let rank = 0; rank < ranks; ++rank) {
      let own = 0;
      for (const interval of partition.open(rank)) {
        const [lo, hi] = iterationsIn(interval, s, o, begin, end);
        own += Math.max(0, hi - lo);
      }
      largest = Math.max(largest, own);
    }
    return largest;
  };
  const fair = Math.ceil(count / ranks);
  const shared = new Partition(0, extent, ranks, block);
  if (count <= 0 || extent <= 0 || most(shared, scale, offset) <= mostUneven * fair) return shared;
  const ends = [scale * begin + offset, scale * (end - 1) + offset];
  return new Partition(Math.min(...ends), Math.abs(ends[1] - ends[0]) + 1, ranks, block);
}

function nearlySquare(ranks) {
  let columns = 1;
  for (let divisor = 2; divisor <= ranks / divisor; ++divisor) if (ranks % divisor === 0) columns = divisor;
  return [ranks / columns, columns];
}

// The ways to put ranks in rows and columns.
function gridsOf(ranks) {
  const grids = [];
  for (let rows = 1; rows <= ranks; ++rows) if (ranks % rows === 0) grids.push([rows, ranks / rows]);
  return grids;
}

class LoopModel {
  constructor(formulas) {
    this.formulas = formulas;
    this.parameters = parametersOf(formulas);
  }

  canHaveBoxes() {
    return this.formulas.boxes_dim >= 0;
  }

  // The elements that a section has for the iterations lo <= x < hi.
  boxOf(section, values, extents) {
    if (section.guard !== null && !evaluate(section.guard, values)) return null;
    const box = section.box.map(([lo, hi, step], d) => {
      const from = lo === null ? 0 : evaluate(lo, values);
      const to = hi === null ? extents[d] : evaluate(hi, values);
      return [from, to, evaluate(step, values)];
    });
    return box.every(([lo, hi]) => lo < hi) ? box : null;
  }

  // Of each array in each dimension; where the program does not say it, as far as the loop's sections reach, of all
  // arrays that lie with the iterations.
  extentsOf(values, begin, end) {
    const formulas = this.formulas;
    const extents = formulas.arrays.map((array) =>
      array.lengths.map((length) => (length === null ? 0 : evaluate(length, values))));
    for (const section of formulas.sections) {
      const of = extents[section.array];
      const known = formulas.arrays[section.array].lengths;
      const box = this.boxOf(section, new Map(values).set("#lo", begin).set("#hi", end), of);
      if (box !== null)
        box.forEach(([, hi], d) => {
          if (known[d] === null || known[d] === undefined) of[d] = Math.max(of[d] || 0, hi);
        });
    }
    const open = formulas.arrays.map(({ along, lengths }, number) => ({ along, of: extents[number], known: lengths }))
      .filter(({ along, known }) => along >= 0 && (known[along] ?? null) === null);
    const farthest = Math.max(0, ...open.map(({ along, of }) => of[along]));
    for (const { along, of } of open) of[along] = farthest;
    return extents;
  }

  // way: "rows", "turns" (in blocks of `block`) or "boxes" (of a grid of [rows, columns]). What each rank has and gets: `iterations`, `arrays` (name,
  // extents, owned: boxes of each rank), `messages` (from, to, array, boxes, bytes), `bytes`. Throws an Error that says
  // why there is nothing to draw.
  movement(values, ranks, way, block = 1, grid = nearlySquare(ranks)) {
    const formulas = this.formulas;
    const begin = evaluate(formulas.begin, values), end = Math.max(begin, evaluate(formulas.end, values));
    const extents = this.extentsOf(values, begin, end);
    const offset = evaluate(formulas.offset, values);
    const [down, across] = way === "boxes" ? grid : [ranks, 1];
    const placed = formulas.array;
    const rows = placed < 0 ? new Partition(begin, end - begin, ranks, way === "turns" ? block : 0)
      : chosenPartition(extents[placed][formulas.dim], down, way === "turns" ? block : 0, formulas.scale, offset, begin, end);
    const columns = way === "boxes" ? this.columnsOf(values, extents, begin, end, across) : null;
    const iterations = [], rounds = [];
    for (let rank = 0; rank < ranks; ++rank) {
      const row = Math.floor(rank / across), column = rank % across;
      iterations.push(rows.open(row)
        .map((interval) => iterationsIn(interval, placed < 0 ? 1 : formulas.scale, placed < 0 ? 0 : offset, begin, end))
        .filter(([lo, hi]) => lo < hi));
      rounds.push(columns === null ? null
        : columns.open(column)[0].map((at) => Math.max(-(2 ** 40), Math.min(2 ** 40, at - formulas.boxes_offset))));
    }
    const sections = way === "boxes" ? formulas.boxes : formulas.sections;
    const result = { begin, end, iterations, arrays: [], messages: [], bytes: 0, grid: [down, across] };
    formulas.arrays.forEach((array, number) => {
      const mine = sections.filter((section) => section.array === number);
      if (mine.length === 0) return;
      const lies = { rows, columns, across, number };
      this.moveArray(array, extents[number], mine, values, iterations, rounds, lies, result);
    });
    result.messages.sort((a, b) => a.to - b.to || a.from - b.from);
    return result;
  }

  // The columns of the array that places the iterations, cut as the rounds use them.
  columnsOf(values, extents, begin, end, across) {
    const { array, boxes_dim: dim, sections } = this.formulas;
    const used = sections.filter((section) => section.array === array)
      .map((section) => this.boxOf(section, new Map(values).set("#lo", begin).set("#hi", end), extents[array]))
      .filter((box) => box !== null).map((box) => box[dim]);
    if (used.length === 0) return new Partition(0, extents[array][dim], across, 0);
    const first = Math.min(...used.map(([lo]) => lo)), last = Math.max(...used.map(([, hi]) => hi));
    return chosenPartition(extents[array][dim], across, 0, 1, 0, first, last);
  }

  // Where the array lies: the dimension that goes with the iterations is cut as they are, and where ranks form a grid,
  // the one that goes with the rounds. What goes with neither lies in blocks; in a grid, what is cut one way only is
  // with the first rank of each row or column.
  ownedBoxes(array, extents, { rows, columns, across }, ranks) {
    const clip = ([lo, hi], extent) => [Math.max(0, Math.min(lo, extent)), Math.max(0, Math.min(hi, extent))];
    const second = columns === null ? -1 : array.across;
    const rest = extents.findIndex((_, d) => d !== second);
    const first = array.along >= 0 ? array.along : rest;
    const dealt = array.along >= 0 ? rows : new Partition(0, first < 0 ? 1 : extents[first], rows.ranks, 0);
    const owned = [];
    for (let rank = 0; rank < ranks; ++rank) {
      const row = Math.floor(rank / across), column = rank % across;
      const isFirst = (second >= 0 || column === 0) && (first >= 0 || row === 0);
      const boxes = !isFirst ? [] : dealt.open(row).map((interval) => extents.map((extent, d) =>
        d === first ? clip(interval, extent) : d === second ? clip(columns.open(column)[0], extent) : [0, extent]));
      owned.push(boxes.filter((box) => box.every(([lo, hi]) => lo < hi)));
    }
    return owned;
  }

  moveArray(array, extents, sections, values, iterations, rounds, lies, result) {
    const ranks = iterations.length;
    const owned = this.ownedBoxes(array, extents, lies, ranks);
    const reads = [], writes = [];
    for (let rank = 0; rank < ranks; ++rank) {
      const touched = (writing) => {
        const boxes = [], seen = new Set(), own = new Map(values);
        if (rounds[rank] !== null) own.set("#from", rounds[rank][0]).set("#to", rounds[rank][1]);
        for (const [lo, hi] of iterations[rank])
          for (const section of sections) {
            if (section.writes !== writing) continue;
            own.set("#lo", lo).set("#hi", hi);
            const box = this.boxOf(section, own, extents);
            const key = box === null ? "" : box.join(";");
            if (box === null || seen.has(key)) continue;
            seen.add(key);
            boxes.push(box);
          }
        const plain = withoutSteps(boxes);
        if (plain === null) throw new Error(`'${array.name}' is touched in too many steps to be drawn`);
        return plain.map((box) => box.map(([lo, hi], d) => [Math.max(0, lo), Math.min(hi, extents[d] ?? hi)]))
          .filter((box) => box.every(([lo, hi]) => lo < hi));
      };
      reads.push(touched(false));
      writes.push(touched(true));
    }
    const cells = new Cells([...owned.flat(), ...reads.flat()], extents.length);
    if (cells.count > 4e6) throw new Error(`'${array.name}' lies in too many pieces to be drawn`);
    const owner = new Int32Array(cells.count).fill(-1), seen = new Int32Array(cells.count).fill(-1);
    owned.forEach((boxes, rank) => boxes.forEach((box) => cells.forEach(box, (cell) => { owner[cell] = rank; })));
    for (let rank = 0; rank < ranks; ++rank) {
      const from = new Map();
      for (const box of reads[rank])
        cells.forEach(box, (cell) => {
          if (seen[cell] === rank || owner[cell] === rank || owner[cell] < 0) return;
          seen[cell] = rank;
          if (!from.has(owner[cell])) from.set(owner[cell], []);
          from.get(owner[cell]).push(cell);
        });
      for (const [sender, list] of from) {
        const boxes = merged(list.map((cell) => cells.box(cell)));
        const bytes = array.element_bytes * boxes.reduce((sum, box) => sum + volume(box), 0);
        result.messages.push({ from: sender, to: rank, array: array.name, number: lies.number, boxes, bytes, extents });
        result.bytes += bytes;
      }
    }
    result.arrays.push({ name: array.name, number: lies.number, extents, owned, reads, writes });
  }
}

// A value for each name, for which the loop has these iterations and arrays these extents, where that tells them; known:
// [[formula, value], …]; those of `values` are taken as they are.
function valuesFrom(known, names, values = new Map()) {
  const all = new Map(values);
  for (let round = 0; round < 3; ++round)
    for (const [formula, value] of known) {
      const open = new Set();
      if (formula !== null) addNames(formula, open);
      const left = [...open].filter((name) => !all.has(name));
      if (left.length !== 1 || !names.includes(left[0])) continue;
      const at = (x) => { try { return evaluate(formula, new Map(all).set(left[0], x)); } catch (error) { return NaN; } };
      let low = 0, high = 1; // the formula is taken to grow, or to fall, with the name
      const grows = at(value + 1000) >= at(value);
      const isBelow = (x) => (grows ? at(x) < value : at(x) > value);
      while (isBelow(high) && high < 2 ** 40) high *= 2;
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if (isBelow(middle)) low = middle + 1; else high = middle;
      }
      if (at(low) === value && at(low + 1) !== value) all.set(left[0], low); // else others would do, too
    }
  return all;
}
