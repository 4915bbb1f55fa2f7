// What is known of each loop and place of serial code, joined from what the compiler found (report), what the run has
// counted (stats), and what it told (told).
"use strict";

function splitPlace(at) {
  const colon = at.lastIndexOf(":");
  return { file: at.slice(0, colon), line: Number(at.slice(colon + 1)) };
}
// Whether one path ends with the other: the same file, if no other one does so, too.
function endsAlike(a, b) {
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

// "lib/../odd.h" is "odd.h".
function plainPath(file) {
  const parts = [];
  for (const part of file.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

// The files that each kind of data names.
let filesNamed = null;
function filesOfData() {
  if (filesNamed !== null) return filesNamed;
  const ofPlaces = (list) => new Set((list || []).filter((one) => one.at !== undefined).map((one) => plainPath(typeof one.at === "string" ? splitPlace(one.at).file : one.at.file)));
  filesNamed = [];
  if (data.report !== null) filesNamed.push(ofPlaces([...data.report.loops, ...data.report.serial, ...data.report.kept, ...data.report.advised.map((one) => one.loop)]));
  if (data.stats !== null) filesNamed.push(ofPlaces([...data.stats.loops, ...(data.stats.serial_at || [])]));
  if (data.told !== null) filesNamed.push(ofPlaces(data.told));
  return filesNamed;
}

// The place as all parts of the page call it. A run elsewhere may know a file by another path: that is the same file if
// the first data that have files know one, and only one, that ends so, and not this one.
function commonPlace(at) {
  const { file: typed, line } = splitPlace(at);
  const file = plainPath(typed), first = filesOfData()[0] ?? new Set();
  if (first.has(file)) return `${file}:${line}`;
  const alike = [...first].filter((one) => endsAlike(one, file));
  return `${alike.length === 1 ? alike[0] : file}:${line}`;
}

function placeOf(at) {
  return `${at.file}:${at.line}`;
}

// Launches, or pieces of serial code, that did the same.
function storiesOf(lines) {
  const stories = new Map();
  for (const line of lines) {
    if (line.at === undefined) continue;
    const times = line.launches || line.times;
    const key = JSON.stringify([line.at, line.launches !== undefined, times]);
    if (!stories.has(key)) stories.set(key, { at: line.at, isLaunch: line.launches !== undefined, times, parts: [], messages: [], note: "" });
    const story = stories.get(key);
    if (line.kind === "part") {
      story.parts.push(line);
      if (line.every_rank !== undefined) story.note = line.every_rank;
    } else if (line.kind !== "nothing moves") {
      story.messages.push(line);
    }
  }
  return [...stories.values()];
}

function kindOf(loop) {
  if (loop.advised !== null) return "gain";
  if (loop.serial !== null) return "serial";
  if (loop.report !== null && !loop.report.distributed) return "replicated";
  return sumOf(loop.counts, "launches") > 0 && sumOf(loop.counts, "distributed") === 0 && sumOf(loop.counts, "replicated") > 0 ? "replicated" : "parallel";
}

const kindMarks = {
  parallel: ["▶", "ranks share it out"],
  replicated: ["≡", "every rank runs it"],
  gain: ["✚", "would gain from a directive"],
  serial: ["·", "serial code that touches arrays"],
};

// All places of the program that the data speak of, by file and line.
function collectProgram() {
  const places = new Map();
  const find = (at) => {
    const name = commonPlace(at);
    if (!places.has(name)) places.set(name, { at: name, report: null, advised: null, serial: null, kept: null, counts: [], serialCounts: [], stories: [] });
    return places.get(name);
  };
  if (data.report !== null) {
    for (const loop of data.report.loops) find(placeOf(loop.at)).report = loop;
    for (const one of data.report.advised) find(placeOf(one.loop.at)).advised = one;
    for (const one of data.report.serial) find(placeOf(one.at)).serial = one;
    for (const one of data.report.kept) find(placeOf(one.at)).kept = one;
  }
  if (data.stats !== null) {
    data.stats.loops.forEach((loop, number) => find(loop.at).counts.push({ ...loop, way: `stats.loops.${number}` }));
    (data.stats.serial_at || []).forEach((one, number) => find(one.at).serialCounts.push({ ...one, way: `stats.serial_at.${number}` }));
  }
  if (data.told !== null) for (const story of storiesOf(data.told)) find(story.at).stories.push(story);
  [...places.values()].forEach((place, number) => {
    Object.assign(place, splitPlace(place.at));
    place.isLoop = place.report !== null || place.advised !== null || place.counts.length > 0 || place.stories.some((one) => one.isLaunch);
    place.kind = place.isLoop ? kindOf(place) : "serial";
    place.id = `at-${place.at.replace(/[^A-Za-z0-9]/g, "-")}`;
    if ([...places.values()].slice(0, number).some((one) => one.id === place.id)) place.id += `-${number}`;
  });
  return [...places.values()].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}

// Counts of a place: one, or several where the loop is in a header of several files.
function sumOf(counts, name) {
  return counts.reduce((sum, one) => sum + one[name], 0);
}
function countedSum(counts, name, words = grouped) {
  if (counts.length === 1) return counted(`${counts[0].way}.${name}`, counts[0][name], words(counts[0][name]));
  return counts.length === 0 ? "" : words(sumOf(counts, name));
}

// Bytes that the run has counted at a place; empty: nobody counted.
function bytesAt(place) {
  const sums = [];
  if (place.counts.length > 0) sums.push(countedSum(place.counts, "coherence_bytes"));
  if (place.serialCounts.length > 0) sums.push(countedSum(place.serialCounts, "bytes"));
  return sums;
}
