// A loop: what was found, what it did in the run, and its picture: as it ran, or for any ranks and sizes.
"use strict";

const mostRanks = 64, mostMessagesListed = 60;

const panelsToFill = []; // those that are made when they are opened
function fillPanels() {
  panelsToFill.forEach((fill) => fill());
}

function factsOf(place) {
  const items = [];
  const add = (name, ...words) => items.push(h("dt", {}, name), h("dd", {}, words));
  const loop = place.report || (place.advised && place.advised.loop);
  if (place.advised !== null) add("would gain from", h("code", {}, place.advised.directive));
  if (loop) {
    add("iterations", h("code", {}, loop.iterations));
    if (loop.distributed) add("who runs what", loop.placement);
    else add("every rank runs it", loop.reason);
    if (loop.distributed) add("on a rank", loop.mapping);
    add("parallel", loop.parallel);
    add("an iteration", loop.worth);
    for (const clause of loop.clauses) add("clause", h("code", {}, clause));
  }
  if (place.serial !== null && place.serial.cost) add("serial code", place.serial.cost);
  if (place.serial !== null && place.serial.loop && !place.serial.cost) add("serial code", `${place.serial.run_by} runs it`);
  if (place.kept !== null) add("no directive", place.kept.reason);
  if (place.counts.length > 0) {
    const counts = place.counts;
    const how = [["shared out", "distributed"], ["run by every rank", "replicated"], ["looked up first", "inspected"], ["on a device", "offloaded"], ["on the host", "on_host"]]
      .filter(([, key]) => sumOf(counts, key) > 0).map(([words, key]) => [countedSum(counts, key), ` ${words}`]);
    add("in the run", countedSum(counts, "launches"), sumOf(counts, "launches") === 1 ? " launch (" : " launches (", how.flatMap((one, at) => (at === 0 ? one : [", ", ...one])), "), ",
      countedSum(counts, "coherence_bytes"), " bytes between ranks", isDryRun() ? "" : [", ", countedSum(counts, "seconds", secondsWords)]);
  }
  if (place.serialCounts.length > 0) {
    const counts = place.serialCounts;
    add("in the run", "data brought together ", countedSum(counts, "times"), sumOf(counts, "times") === 1 ? " time: " : " times: ",
      countedSum(counts, "bytes"), " bytes in ", countedSum(counts, "messages"), sumOf(counts, "messages") === 1 ? " message" : " messages");
  }
  return [h("dl", {}, items), loop && placementTable(loop.candidates || [])];
}

function placementTable(candidates) {
  if (candidates.length === 0) return null;
  const bytes = (one) => (!one.possible ? `cannot be: ${one.reason}` : one.bytes_a_launch === "" ? `no formula, since ${one.reason}` : [one.at_most ? "at most " : "", h("code", {}, one.bytes_a_launch), one.where ? `, where ${one.where}` : ""]);
  return h("details", {}, h("summary", {}, "ways to place it"), table("P ranks, R × C of them in a grid, B blocks of rows in turn", ["way", "bytes that a launch moves", "taken"],
    candidates.map((one) => [one.name, bytes(one), [one.chosen_at_run_time ? "chosen when the program runs" : one.chosen ? "chosen" : "", one.note ? `${one.chosen || one.chosen_at_run_time ? "; " : ""}${one.note}` : ""].join("")])));
}

function accessTable(accesses) {
  if (!accesses || accesses.length === 0) return null;
  return h("details", {}, h("summary", {}, `what it touches (${accesses.length})`),
    table("sections are what a rank with the iterations lo … hi−1 touches, upper ends excluded",
      ["line", "access", "", "section of a rank", "exact", "what moves"],
      accesses.map((one) => [(one.lines || [one.at.line]).join(", "), one.kind, h("code", {}, one.text), h("code", {}, one.section), one.exact ? "yes" : `no: ${one.reason}`, one.movement]), [0]));
}

// ---- as it ran

function timesWords(story) {
  const times = story.times, word = story.isLaunch ? "launch" : "time";
  if (times.length === 1) return `${word} ${times[0]}`;
  const isRun = times.every((time, at) => at === 0 || time === times[at - 1] + 1);
  return `${story.isLaunch ? "launches" : "times"} ${isRun ? `${times[0]} to ${times.at(-1)}` : `${times.slice(0, 6).join(", ")}${times.length > 6 ? ", …" : ""}`}`;
}

// What each rank reads and had before, as nobody has sent it.
function ownReads(array) {
  const ranks = [...new Set(array.reads.map(({ rank }) => rank))];
  return ranks.flatMap((rank) => without(array.reads.filter((one) => one.rank === rank).map(({ box }) => box),
    array.sent.filter((one) => one.to === rank).map(({ box }) => box)).map((box) => ({ rank, box })));
}

// What pictures are drawn of: arrays [{name, extents, owned: [{rank, box}]}], messages.
function arraysOfStory(story) {
  const arrays = new Map();
  const of = (name, here, extents) => {
    if (!arrays.has(name)) arrays.set(name, { name, here, extents, owned: [], reads: [], sent: [] });
    return arrays.get(name);
  };
  for (const part of story.parts)
    for (const one of part.arrays) {
      if (!one.extents) continue;
      const array = of(one.array, one.here, one.extents);
      for (const box of one.written_boxes || []) array.owned.push({ rank: part.rank ?? 0, box });
      for (const box of one.read_boxes || []) array.reads.push({ rank: part.rank ?? 0, box });
    }
  for (const message of story.messages) {
    if (!message.part_boxes || !message.extents) continue;
    const array = of(message.array, message.here, message.extents);
    for (const box of message.part_boxes) array.sent.push({ from: message.from, to: message.to, isHandedOn: (message.origin || "").startsWith("has just got it"), box, words: `${message.part}: rank ${message.from} to rank ${message.to}` });
  }
  for (const array of arrays.values()) {
    array.filled = array.owned.length > 0 ? "writes" : "reads";
    if (array.owned.length === 0) array.owned = ownReads(array);
    if (array.owned.length === 0) { // serial code: those who send it have it
      array.filled = "sends";
      array.owned = array.sent.filter((one) => !one.isHandedOn).map(({ from, box }) => ({ rank: from, box }));
    }
  }
  return [...arrays.values()];
}

function messageWords(message) {
  const what = message.array === undefined ? message.part : `${message.part} of '${message.array}'${message.here !== message.array ? ` (here '${message.here}')` : ""}`;
  return [what, String(message.from), String(message.to), grouped(message.bytes), [message.why, message.origin && `; rank ${message.from} ${message.origin}`]];
}

function messagesTable(messages) {
  if (messages.length === 0) return h("p", {}, "Nothing moves.");
  const shown = messages.slice(0, mostMessagesListed);
  return h("details", { open: messages.length <= 12 }, h("summary", {}, `what travels (${grouped(messages.length)})`),
    table("what goes from whom to whom, and why", ["what", "from", "to", "bytes", "why"], shown.map(messageWords), [1, 2, 3]),
    messages.length > shown.length && h("p", {}, `${grouped(messages.length - shown.length)} more are left out here; the sums have them.`));
}

function partsTable(story) {
  if (story.parts.length === 0) return null;
  const named = (one) => `'${one.array}'${one.here !== one.array ? ` (here '${one.here}')` : ""}`;
  const words = (part, what) => part.arrays.filter((one) => one[what]).map((one) => `${one[what]} of ${named(one)}`).join("; ");
  return h("details", {}, h("summary", {}, "who has what"), table("iterations and parts of each rank", ["rank", "iterations", "reads", "writes"],
    story.parts.slice(0, 128).map((part) => [part.rank === undefined ? "every rank" : String(part.rank), part.iterations, words(part, "reads"), words(part, "writes")]), [0]),
    story.parts.length > 128 && h("p", {}, `${story.parts.length - 128} more ranks are left out here.`));
}

function storyPicture(story) {
  const arrays = arraysOfStory(story);
  const bytes = story.messages.reduce((sum, one) => sum + one.bytes, 0);
  const isDot = (array) => array.filled === "sends" && array.sent.every(({ box }) => volume(box) === 1);
  const moved = arrays.filter((array) => array.sent.length > 0 && !isDot(array)), others = arrays.filter((array) => array.sent.length === 0);
  const figures = [...moved, ...others].slice(0, 6).map((array) => {
    const name = array.here && array.here !== array.name ? `${array.name} (here ${array.here})` : array.name;
    return new ArrayPicture(name, array.extents, array.owned, array.sent)
      .draw(`filled by the rank that ${array.filled} it; ${countWords(array.sent.length, "part")} sent`);
  });
  return h("div", {},
    story.note && h("p", {}, `Every rank runs all of it, ${story.note}.`),
    h("div", { class: "figures" }, figures),
    arrays.length > 6 && h("p", {}, `${arrays.length - 6} more arrays are not drawn.`),
    figures.length > 0 && h("p", { class: "legend" }, "Filled: what each rank writes; where nobody writes, what it reads and had before; for serial code, what it sends. Hatched, with an arrow: what is sent, and to whom."),
    partsTable(story),
    h("p", {}, `${countWords(story.messages.length, "part")}, `, h("span", { "data-sum": story.at, "data-value": bytes }, bytesWords(bytes)), story.times.length > 1 ? " each time." : "."),
    messagesTable(story.messages));
}

function ranPanel(place) {
  const body = h("div", {});
  const launches = place.stories.filter((story) => story.isLaunch).concat(place.stories.filter((story) => !story.isLaunch));
  const bytes = (story) => story.messages.reduce((sum, one) => sum + one.bytes, 0);
  const most = launches.reduce((best, story, at) => (bytes(story) >= bytes(launches[best]) ? at : best), 0);
  const which = h("span", { "aria-live": "polite" });
  const show = (number) => {
    which.replaceChildren(timesWords(launches[number]));
    body.replaceChildren(storyPicture(launches[number]));
  };
  show(most);
  const few = 12;
  const controls = launches.length < 2 ? which
    : launches.length <= few ? choice("when", launches.map((story, at) => [String(at), timesWords(story)]), String(most), (at) => show(Number(at)))
      : [slider(`which of ${launches.length}`, 1, launches.length, most + 1, (at) => show(at - 1)), which];
  return h("div", {}, h("div", { class: "controls" }, controls), body);
}

// ---- for any ranks and sizes

const ways = [["rows", "blocks of rows"], ["turns", "rows in turns"], ["boxes", "boxes (a grid of ranks)"]];
const assumedSize = 24;

// Sizes that what the run told tells: [[formula, value], …] of a loop, and of all loops by name where they agree.
function knownSizes(place, formulas) {
  const known = [];
  for (const story of place.stories) {
    const shares = story.parts.flatMap((part) => part.shares || []);
    if (shares.length > 0) known.push([formulas.begin, Math.min(...shares.map(([lo]) => lo))], [formulas.end, Math.max(...shares.map(([, hi]) => hi))]);
    for (const one of story.parts.flatMap((part) => part.arrays)) {
      const array = formulas.arrays.find(({ name }) => name === one.here || name === one.array);
      if (array === undefined || !one.extents || one.extents.length !== array.lengths.length) continue;
      array.lengths.forEach((length, d) => { if (length !== null) known.push([length, one.extents[d]]); });
    }
  }
  return known;
}

let sizesByName = null;
function commonSizes(places) {
  if (sizesByName !== null) return sizesByName;
  const found = new Map();
  for (const place of places) {
    const formulas = formulasOf(place);
    if (!formulas || formulas.why_not !== undefined) continue;
    for (const [name, value] of valuesFrom(knownSizes(place, formulas), new LoopModel(formulas).parameters))
      found.set(name, found.has(name) && found.get(name) !== value ? null : value);
  }
  sizesByName = new Map([...found].filter(([, value]) => value !== null));
  return sizesByName;
}

function formulasOf(place) {
  const loop = place.report || (place.advised && place.advised.loop);
  return loop ? loop.formulas : null;
}

class AnyPanel {
  constructor(place, formulas, places) {
    this.place = place;
    this.model = new LoopModel(formulas);
    const own = valuesFrom(knownSizes(place, formulas), this.model.parameters);
    const common = commonSizes(places);
    this.values = new Map();
    this.told = new Map();
    for (const name of this.model.parameters) {
      const value = own.get(name) ?? common.get(name);
      if (value !== undefined) this.told.set(name, value);
      this.values.set(name, value ?? assumedSize);
    }
    this.ranks = Math.min(mostRanks, data.stats !== null ? data.stats.ranks : 4);
    this.way = "rows";
    this.block = 1;
    this.grid = nearlySquare(this.ranks);
    this.picture = h("div", {});
    this.chart = h("div", {});
    this.shapes = h("span", {});
    this.soon = null;
  }

  build() {
    const sizes = this.model.parameters.map((name) => [
      slider(name, 0, Math.max(256, 2 * this.values.get(name)), this.values.get(name), (value) => { this.values.set(name, value); this.redraw(); }),
      this.place.stories.length > 0 && !this.told.has(name) && h("span", { class: "legend" }, `(the run does not tell it; ${this.values.get(name)} to begin with)`)]);
    this.blocks = slider("rows in a turn", 1, 32, this.block, (value) => { this.block = value; this.redraw(); });
    const possible = ways.filter(([key]) => key !== "boxes" || this.model.canHaveBoxes());
    const controls = h("div", { class: "controls" },
      slider("ranks", 1, mostRanks, this.ranks, (value) => { this.ranks = value; this.grid = nearlySquare(value); this.redraw(); }), sizes,
      choice("placement", possible, this.way, (way) => { this.way = way; this.redraw(); }), this.blocks, this.shapes);
    this.redraw();
    return h("div", {}, controls, this.picture, this.chart);
  }

  // The picture at once, the curves when nobody moves a slider any more.
  redraw() {
    this.blocks.hidden = this.way !== "turns";
    this.shapes.replaceChildren(this.way !== "boxes" ? "" : choice("grid", gridsOf(this.ranks).map((grid) => [grid.join("x"), `${grid[0]} × ${grid[1]}`]), this.grid.join("x"),
      (grid) => { this.grid = grid.split("x").map(Number); this.picture.replaceChildren(this.drawPicture()); }));
    this.picture.replaceChildren(this.drawPicture());
    clearTimeout(this.soon);
    if (this.chart.childElementCount === 0) this.chart.replaceChildren(this.drawChart() || "");
    else this.soon = setTimeout(() => this.chart.replaceChildren(this.drawChart() || ""), 300);
  }

  drawPicture() {
    let moved;
    try {
      moved = this.model.movement(this.values, this.ranks, this.way, this.block, this.grid);
    } catch (error) {
      return h("p", {}, `Nothing to draw: ${error.message}.`);
    }
    if (moved.end <= moved.begin) return h("p", {}, "No iterations with these sizes.");
    const figures = moved.arrays.slice(0, 6).map((array) => {
      const owned = array.owned.flatMap((boxes, rank) => boxes.map((box) => ({ rank, box })));
      const mine = moved.messages.filter((message) => message.number === array.number);
      const sent = mine.flatMap(({ from, to, boxes }) => boxes.map((box) => ({ from, to, box })));
      return new ArrayPicture(array.name, array.extents, owned, sent).draw(`lies with the iterations; ${countWords(mine.length, "message")}`);
    });
    const counts = moved.iterations.map((intervals) => intervals.reduce((sum, [lo, hi]) => sum + hi - lo, 0));
    const words = (boxes, extents) => (boxes.length === 0 ? "nothing" : `${boxes.slice(0, 3).map((box) => boxWords(box, extents)).join(" and ")}${boxes.length > 3 ? ` and ${boxes.length - 3} more` : ""}`);
    const rows = moved.messages.slice(0, mostMessagesListed).map((message) => [
      `${words(message.boxes, message.extents)} of '${message.array}'`, String(message.from), String(message.to), grouped(message.bytes)]);
    const lies = counts.map((count, rank) => [String(rank), grouped(count), moved.arrays.slice(0, 6).map((array) => `${words(array.owned[rank], array.extents)} of '${array.name}'`).join("; ")]);
    return h("div", {},
      h("div", { class: "figures" }, figures),
      h("p", {}, "A launch moves ", h("strong", { class: "moved", "data-value": moved.bytes }, bytesWords(moved.bytes)), ` between ${countWords(moved.messages.length, "pair")} of ranks; a rank has ${grouped(Math.min(...counts))} to ${grouped(Math.max(...counts))} iterations.`),
      h("p", { class: "legend" }, "Filled: where the array lies, by rank. Hatched, with an arrow: what is sent, and to whom. It is taken to lie with the iterations before the launch, and all that is read to have been written since it was last sent; a rank that still has it gets less."),
      h("details", {}, h("summary", {}, "who has what"), table("iterations and parts of each rank", ["rank", "iterations", "has"], lies, [0, 1])),
      rows.length > 0 && h("details", {}, h("summary", {}, `what travels (${grouped(moved.messages.length)})`),
        table("what goes from whom to whom", ["what", "from", "to", "bytes"], rows, [1, 2, 3]),
        moved.messages.length > rows.length && h("p", {}, `${grouped(moved.messages.length - rows.length)} more are left out here.`)));
  }

  drawChart() {
    const at = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];
    const series = [];
    for (const [way, name] of ways) {
      if (way === "boxes" && !this.model.canHaveBoxes()) continue;
      const points = [], before = cellsVisited, most = 4e6;
      for (const ranks of at) {
        if (cellsVisited - before > most) break; // a curve that is shorter, and a page that answers
        try {
          points.push([ranks, this.model.movement(this.values, ranks, way, this.block).bytes]);
        } catch (error) { /* a point less */ }
      }
      series.push({ name: name.split(" (")[0], points });
    }
    const isRun = this.model.parameters.every((name) => this.told.get(name) === this.values.get(name));
    const ran = isRun ? runsOf(this.place) : [];
    if (ran.length > 0) series.push({ name: "counted in runs", points: ran });
    return curves("Bytes that a launch moves, by the number of ranks", series,
      ran.length > 0 ? "at these sizes; runs: on average over their launches, placed as they were" : "at these sizes; boxes in grids that are nearly square");
  }
}

// Of each run that is known, what a launch of the loop moved on average.
function runsOf(place) {
  return [data.stats, ...(data.others || [])].filter((stats) => stats !== null).flatMap((stats) => {
    const counts = stats.loops.filter((one) => commonPlace(one.at) === place.at), launches = sumOf(counts, "launches");
    return launches === 0 ? [] : [[stats.ranks, Math.round(sumOf(counts, "coherence_bytes") / launches)]];
  }).sort((a, b) => a[0] - b[0]);
}

// Whether a picture of the loop has more to tell than that each rank keeps to itself.
function movesSomething(place, formulas) {
  if (place.stories.some((story) => story.messages.length > 0)) return true;
  if (place.stories.length > 0 || !formulas || formulas.why_not !== undefined) return false;
  const model = new LoopModel(formulas);
  const values = new Map(model.parameters.map((name) => [name, assumedSize]));
  try {
    return model.movement(values, 4, "rows").bytes > 0;
  } catch (error) {
    return false;
  }
}

function picturesOf(place, places) {
  const panels = [];
  if (place.stories.length > 0) panels.push(["As it ran", () => ranPanel(place)]);
  const formulas = formulasOf(place);
  if (formulas && formulas.why_not === undefined) panels.push(["For any ranks and sizes", () => new AnyPanel(place, formulas, places).build()]);
  const parts = [];
  for (const [title, make] of panels) {
    const body = h("div", {});
    const details = h("details", { class: "panel", open: title === panels[0][0] && movesSomething(place, formulas) }, h("summary", {}, title), body);
    const fill = () => { if (details.open && body.childElementCount === 0) body.append(make()); };
    details.addEventListener("toggle", fill);
    fill();
    panelsToFill.push(() => { if (body.childElementCount === 0) body.append(make()); });
    parts.push(details);
  }
  if (formulas && formulas.why_not !== undefined && place.kind === "parallel") {
    parts.push(h("p", {}, `There is no picture for any ranks and sizes: ${formulas.why_not}.`));
    const ran = runsOf(place);
    if (ran.length > 1) parts.push(curves("Bytes that a launch moved, by the number of ranks", [{ name: "counted in runs", points: ran }], "on average over their launches"));
  }
  return parts;
}

function loopSection(place, places) {
  const loop = place.report || (place.advised && place.advised.loop) || place.serial || place.kept;
  const [mark, words] = kindMarks[place.kind];
  const title = [h("span", { class: `mark ${place.kind}`, "aria-hidden": "true" }, mark), " ", h("code", {}, place.at), loop && loop.function ? [" in ", h("code", {}, loop.function)] : null, ` — ${words}`];
  return h("article", { id: place.id, class: place.kind }, h("h3", {}, title), factsOf(place), picturesOf(place, places), accessTable(loop ? loop.folded || loop.accesses : null));
}

function loopsSection(places) {
  const loops = places.filter((place) => place.isLoop || (place.serial !== null && place.serial.loop) || place.kept !== null || sumOf(place.serialCounts, "bytes") > 0);
  if (loops.length === 0) return section("loops", "Loops", h("p", {}, "No parallel loops: every rank runs the whole program."));
  const shared = loops.filter((place) => place.kind === "parallel").length;
  return section("loops", "Loops", h("p", {}, shared === 0 ? "No loop is shared out: every rank runs the whole program." : `Ranks share out ${countWords(shared, "loop")}.`), loops.map((place) => loopSection(place, places)));
}

function serialSection(places) {
  const sites = places.filter((place) => place.serial !== null && !place.serial.loop);
  if (sites.length === 0) return null;
  return section("serial", "Serial code that touches arrays", h("p", {}, "What it reads is brought together for whoever runs it."),
    table("statements between the loops", ["line", "function", "run by", "touches"],
      sites.map((place) => [h("code", {}, place.at), h("code", {}, place.serial.function),
        place.serial.run_by === "rank 0" ? "rank 0, where not every rank has it" : "every rank",
        place.serial.accesses.map((one) => `${one.kind} ${one.text}`).join(", ")])));
}
