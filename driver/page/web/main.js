// Puts the page together.
"use strict";

function notesSection() {
  if (!data.notes || data.notes.length === 0) return null;
  return section("notes", "Left out", data.notes.map((words) => h("p", {}, words)));
}

// A part of the page; what is wrong with it, where it cannot be made, and the others are there all the same.
function part(title, make) {
  try {
    return make();
  } catch (error) {
    console.error(error);
    return section(`part-${title.replace(/[^a-z]/gi, "-")}`, title, h("p", {}, `This part could not be drawn: ${error.message}. Is a file cut off, or of another version?`));
  }
}

function build() {
  const main = document.querySelector("main");
  document.body.prepend(rankPatterns());
  const places = part("The program", collectProgram);
  if (!Array.isArray(places)) return main.append(places);
  const run = part("The run", summarySection);
  const rest = [part("What to change", () => adviceSection(places)), part("Loops", () => loopsSection(places)), part("From whom to whom", matrixSection),
    part("Who had how much to do", loadSection), part("Who held what memory", memorySection), part("What happened when", timelineSection),
    part("Serial code", () => serialSection(places)), notesSection()].filter((one) => one !== null);
  main.append(...[run].filter((one) => one !== null), ...rest);
  const source = part("The program", () => sourceSection(places)); // it links to what is there
  if (source !== null) main.insertBefore(source, rest[0] ?? null);
  const links = [...main.querySelectorAll("section")].map((one) => h("a", { href: `#${one.id}` }, one.querySelector("h2").textContent));
  document.querySelector("nav").append(...links);
  // What is folded is printed, too.
  window.addEventListener("beforeprint", () => {
    fillPanels();
    document.querySelectorAll("details").forEach((one) => { one.open = true; });
  });
}

build();
document.documentElement.dataset.ready = "yes";
