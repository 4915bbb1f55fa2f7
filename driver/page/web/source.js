// The program's text with what is known of each line in front of it.
"use strict";

function sourceTable(file, text, places, name) {
  const byLine = new Map(places.map((place) => [place.line, place]));
  const withCounts = data.stats !== null;
  const heads = [["", "what"], ...(withCounts ? [["launches"], ["bytes"], ["time"]] : []), ["line"], ["text"]];
  const rows = text.split("\n").map((line, number) => {
    const place = byLine.get(number + 1);
    const [mark, words] = place ? kindMarks[place.kind] : ["", ""];
    const target = place && document.getElementById(place.id) ? place.id : place && place.serial ? "serial" : null;
    const cell = place ? (target ? h("a", { href: `#${target}`, title: words }, h("span", { "aria-hidden": "true" }, mark), h("span", { class: "hidden" }, words))
      : h("span", { title: words }, h("span", { "aria-hidden": "true" }, mark), h("span", { class: "hidden" }, words))) : "";
    const counts = !withCounts ? [] : [
      h("td", { class: "right" }, place ? countedSum(place.counts, "launches") : ""),
      h("td", { class: "right" }, place ? bytesAt(place).map((one) => [one, " "]) : ""),
      h("td", { class: "right" }, place && !isDryRun() ? countedSum(place.counts, "seconds", secondsWords) : "")];
    return h("tr", { class: place ? place.kind : null },
      h("td", { class: `mark ${place ? place.kind : ""}` }, cell), counts,
      h("td", { class: "right line", id: `${name}-${number + 1}` }, String(number + 1)), h("td", { class: "text" }, h("code", {}, line)));
  });
  if (text.endsWith("\n")) rows.pop();
  const first = Math.min(...places.filter((place) => place.isLoop).map((place) => place.line), rows.length);
  const scroll = h("div", { class: "wide texts", tabindex: 0, role: "region", "aria-label": `text of ${file}` },
    h("table", { class: "source" }, h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head.at(-1))))), h("tbody", {}, rows)));
  const context = 8; // lines in front of the first loop
  requestAnimationFrame(() => { scroll.scrollTop = rows[Math.max(0, first - context)]?.offsetTop ?? 0; });
  return scroll;
}

function sourceSection(places) {
  const names = Object.keys(data.sources || {});
  const files = [...new Set(names.map((name) => splitPlace(commonPlace(`${name}:0`)).file))];
  const textOf = (file) => data.sources[file] ?? data.sources[names.find((name) => endsAlike(name, file))];
  if (files.length === 0) return null;
  const legend = h("p", { class: "legend" }, Object.entries(kindMarks).map(([kind, [mark, words]]) => h("span", {}, h("span", { class: `mark ${kind}`, "aria-hidden": "true" }, mark), ` ${words}  `)));
  return section("source", "The program", legend, files.map((file, at) => {
    const mine = places.filter((place) => place.file === file);
    return h("details", { open: at === 0 || files.length <= 3 }, h("summary", {}, h("code", {}, file)), sourceTable(file, textOf(file), mine, `file-${at}`));
  }));
}
