// What is known of each loop and place of serial code, joined from what the compiler found (report), what the run has
// counted (stats), and what it told (told).
"use strict";

function splitPlace(at) {
  const colon = at.lastIndexOf(":");
  return { file: at.slice(0, colon), line: Number(at.slice(colon + 1)) };
}
// Paths as they were typed, of runs elsewhere, or by their last parts.
function sameFile(a, b) {
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}
function samePlace(a, b) {
  const one = splitPlace(a), other = splitPlace(b);
  return one.line === other.line && sameFile(one.file, other.file);
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
  const counts = loop.counts;
  if (loop.report !== null && !loop.report.distributed) return "replicated";
  return counts !== null && counts.launches > 0 && counts.distributed === 0 && counts.replicated > 0 ? "replicated" : "parallel";
}

const kindMarks = {
  parallel: ["▶", "ranks share it out"],
  replicated: ["≡", "every rank runs it"],
  gain: ["✚", "would gain from a directive"],
  serial: ["·", "serial code that touches arrays"],
};

// All places of the program that the data speak of, by file and line.
function collectProgram() {
  const places = [];
  const find = (at) => {
    let place = places.find((one) => samePlace(one.at, at));
    if (place === undefined) {
      place = { at, report: null, advised: null, serial: null, kept: null, counts: null, countsAt: -1, serialCounts: null, serialAt: -1, stories: [] };
      places.push(place);
    }
    return place;
  };
  if (data.report !== null) {
    for (const loop of data.report.loops) find(placeOf(loop.at)).report = loop;
    for (const one of data.report.advised) find(placeOf(one.loop.at)).advised = one;
    for (const one of data.report.serial) find(placeOf(one.at)).serial = one;
    for (const one of data.report.kept) find(placeOf(one.at)).kept = one;
  }
  if (data.stats !== null) {
    data.stats.loops.forEach((loop, number) => Object.assign(find(loop.at), { counts: loop, countsAt: number }));
    (data.stats.serial_at || []).forEach((one, number) => Object.assign(find(one.at), { serialCounts: one, serialAt: number }));
  }
  if (data.told !== null) for (const story of storiesOf(data.told)) find(story.at).stories.push(story);
  for (const place of places) {
    Object.assign(place, splitPlace(place.at));
    place.isLoop = place.report !== null || place.advised !== null || place.counts !== null || place.stories.some((one) => one.isLaunch);
    place.kind = place.isLoop ? kindOf(place) : "serial";
    place.id = `at-${place.at.replace(/[^A-Za-z0-9]/g, "-")}`;
  }
  return places.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}

// Bytes that the run has counted at a place, and their way in the data; null: nobody counted.
function bytesAt(place) {
  const sums = [];
  if (place.counts !== null) sums.push([`stats.loops.${place.countsAt}.coherence_bytes`, place.counts.coherence_bytes]);
  if (place.serialCounts !== null) sums.push([`stats.serial_at.${place.serialAt}.bytes`, place.serialCounts.bytes]);
  return sums;
}
