// Elements of the page, and how numbers are written.
"use strict";

const data = {};
for (const name of ["report", "stats", "others", "told", "trace", "sources", "notes"]) {
  const element = document.getElementById(`data-${name}`);
  data[name] = element === null ? null : JSON.parse(element.textContent);
}

const svgNames = new Set(["svg", "g", "rect", "line", "path", "text", "circle", "title", "polyline", "polygon", "defs", "pattern", "marker"]);

// h("p", {class: "x"}, "text", child): an element; of SVG where the name is one of its. Functions are handlers.
function h(name, attributes, ...children) {
  const element = svgNames.has(name) ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// "1,584"
function grouped(number) {
  return Number.isInteger(number) ? String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",") : String(number);
}
function bytesWords(bytes) {
  return `${grouped(bytes)} ${bytes === 1 ? "byte" : "bytes"}`;
}
function countWords(count, one, many = `${one}s`) {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
// "0.027 s", "3.1 ms"
function secondsWords(seconds) {
  if (seconds >= 1) return `${seconds.toFixed(2)} s`;
  return seconds >= 1e-3 ? `${(seconds * 1e3).toFixed(1)} ms` : `${(seconds * 1e6).toFixed(0)} µs`;
}
// A number of the data, which stands in the page as it stands there: from is its way in them, "stats.coherence.bytes".
function counted(from, number, words = grouped(number)) {
  return h("span", { class: "number", "data-from": from, "data-value": number }, words);
}

// A colour for each rank that all kinds of eyes tell from its neighbours' (after Okabe and Ito, lightened), and a
// pattern besides, since there are more ranks than colours.
const fills = ["#9ccbe8", "#f7d58b", "#b5b5b5", "#8fd3b8", "#e6b3d0", "#f1e98e", "#f0b08f", "#c9c5ec"];
const patterns = 4;
function fillOf(rank) {
  return `url(#rank-${rank % (fills.length * patterns)})`;
}
// The patterns by which ranks' areas are filled: plain, with dots, and with lines; hatching is for what is sent.
function rankPatterns() {
  const lines = [null, "M3,4 L5,4 M4,3 L4,5", "M0,4 L8,4", "M4,0 L4,8"];
  const made = [];
  for (let number = 0; number < fills.length * patterns; ++number) {
    const path = lines[Math.floor(number / fills.length)];
    made.push(h("pattern", { id: `rank-${number}`, width: 8, height: 8, patternUnits: "userSpaceOnUse" },
      h("rect", { width: 8, height: 8, fill: fills[number % fills.length] }),
      path && h("path", { d: path, stroke: "#555", "stroke-width": 0.8, fill: "none" })));
  }
  made.push(h("pattern", { id: "sent", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    h("line", { x1: 0, y1: 0, x2: 0, y2: 6, stroke: "black", "stroke-width": 2 })));
  const arrow = (id, size) => h("marker", { id, viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: size, markerHeight: size, orient: "auto" },
    h("path", { d: "M0,0 L8,4 L0,8 z" }));
  return h("svg", { width: 0, height: 0, "aria-hidden": "true", class: "defs" }, h("defs", {}, made, arrow("arrow", 7)));
}

// A table; rows: arrays of cells, each a text or elements. numbers: which columns are written to the right.
function table(caption, heads, rows, numbers = []) {
  const align = (at) => (numbers.includes(at) ? "right" : null);
  return h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": caption },
    h("table", {}, h("caption", {}, caption),
      h("thead", {}, h("tr", {}, heads.map((head, at) => h("th", { scope: "col", class: align(at) }, head)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell, at) => h("td", { class: align(at) }, cell)))))));
}

// A slider with its name and its value beside it; change(value) is called as it moves.
let sliders = 0;
function slider(name, from, to, value, change) {
  const id = `slider-${++sliders}`;
  const shown = h("input", { type: "number", min: from, max: to, value, "aria-label": `${name}, as a number` });
  const range = h("input", { type: "range", id, min: from, max: to, value });
  const set = (text) => {
    const asked = Math.round(Number(text));
    if (text === "" || !Number.isFinite(asked)) return;
    const number = Math.max(from, Math.min(to, asked));
    range.value = number;
    if (document.activeElement !== shown) shown.value = number;
    change(number);
  };
  range.addEventListener("input", () => { shown.value = range.value; set(range.value); });
  shown.addEventListener("input", () => set(shown.value));
  shown.addEventListener("change", () => { shown.value = range.value; });
  return h("span", { class: "slider" }, h("label", { for: id }, name), range, shown);
}

function choice(name, options, value, change) {
  const id = `slider-${++sliders}`;
  const select = h("select", { id, change: () => change(select.value) },
    options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)));
  return h("span", { class: "slider" }, h("label", { for: id }, name), select);
}

function section(id, title, ...children) {
  return h("section", { id, "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), children);
}
