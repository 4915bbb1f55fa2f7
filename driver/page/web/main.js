// Puts the page together.
"use strict";

function notesSection() {
  if (!data.notes || data.notes.length === 0) return null;
  return section("notes", "Left out", data.notes.map((words) => h("p", {}, words)));
}

function build() {
  const main = document.querySelector("main");
  document.body.prepend(rankPatterns());
  const places = collectProgram();
  const loops = loopsSection(places);
  const sections = [summarySection(), adviceSection(places), loops, matrixSection(), loadSection(), memorySection(), timelineSection(), serialSection(places), notesSection()]
    .filter((one) => one !== null);
  main.append(...sections);
  const source = sourceSection(places); // it links to what is there
  if (source !== null) main.insertBefore(source, sections[0] === loops || sections[0].id === "advice" ? sections[0] : sections[1]);
  const links = [...main.querySelectorAll("section")].map((one) => h("a", { href: `#${one.id}` }, one.querySelector("h2").textContent));
  document.querySelector("nav").append(...links);
  // What is folded is printed, too.
  window.addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
}

build();
document.documentElement.dataset.ready = "yes";
