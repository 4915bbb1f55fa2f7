#!/usr/bin/env python3
"""Makes the pictures of the documentation and of the lessons from pages that hydra-report and hydracc --report=html have
written, in headless Chromium.

    draw.py --hydracc PATH FOLDER            the lessons' pictures, as docs/lessons/pictures has them
    draw.py --hydracc PATH --screens FOLDER  parts of a page as one sees them (PNG), as docs/pictures has them

Times differ from run to run, so tests compare the SVG only."""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from browser import ask, browser, command  # noqa: E402

JACOBI, FOLDER = "samples/jacobi.c", "docs/lessons/programs"
LESSONS = {  # file: the program, the place in it, arguments, HYDRA_PARTITION, and which picture of the place
    "01-parts.svg": (f"{FOLDER}/01.c", "01.c:14", [], "block", "ran"),
    "02-rows.svg": (JACOBI, "jacobi.c:49", ["200", "2"], "block", "ran"),
    "03-parts.svg": (f"{FOLDER}/03-mended.c", "03-mended.c:15", [], "block", "ran"),
    "04-brought.svg": (f"{FOLDER}/04-mended.c", "04-mended.c:20", [], "block", "ran"),
    "05-found.svg": (f"{FOLDER}/05.c", "05.c:23", [], "block", "ran"),
    "06-serial.svg": (f"{FOLDER}/06.c", "06.c:15", [], "block", "ran"),
    "07-memory.png": (JACOBI, "memory", ["1000", "5", "0", "1"], "block", "section"),
    "08-block.svg": (JACOBI, "jacobi.c:49", ["14", "2"], "block", "ran"),
    "08-cyclic.svg": (JACOBI, "jacobi.c:49", ["14", "2"], "cyclic", "ran"),
    "08-block-cyclic.svg": (JACOBI, "jacobi.c:49", ["14", "2"], "block-cyclic:2", "ran"),
    "08-grid.svg": (JACOBI, "jacobi.c:49", ["14", "2"], "grid", "ran"),
    "09-curves.svg": (JACOBI, "jacobi.c:49", ["200", "2"], "block", "curves"),
    "10-block.svg": ("samples/lu.c", "lu.c:44", ["16", "1"], "block", "ran"),
    "10-cyclic.svg": ("samples/lu.c", "lu.c:44", ["16", "1"], "cyclic", "ran"),
}
# A picture of the place by itself: what it needs of the page's style and patterns goes with it.
ALONE = """
const place = document.getElementById("at-PLACE");
for (const one of place.querySelectorAll("details.panel")) { one.open = true; one.dispatchEvent(new Event("toggle")); }
const found = place.querySelector("KIND" === "ran" ? "details.panel figure.array svg" : "svg.curves");
const picture = found.cloneNode(true);
picture.setAttribute("xmlns", "http://www.w3.org/2000/svg");
const defs = document.querySelector("svg.defs defs").cloneNode(true);
const text = new XMLSerializer().serializeToString(picture);
for (const one of [...defs.children]) if (!text.includes(`#${one.id})`)) one.remove();
const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
const rules = [...document.styleSheets[0].cssRules].filter((rule) => /^(\\.curve|svg text|\\.arrow|\\.rule|\\.array \\.whole)/.test(rule.selectorText ?? ""));
style.textContent = `svg { background: #fff } ${rules.map((rule) => rule.cssText.replace(".array ", "").replace("system-ui, ", "")).join(" ")}`;
picture.prepend(style, defs);
return new XMLSerializer().serializeToString(picture).replace(/></g, ">\\n<").replace(/(\\d+\\.\\d{3})\\d+/g, "$1") + "\\n";
"""
SCREENS = {  # file: width, height, what is shown
    "picture.png": (1000, 640, "#at-jacobi-c-49 details.panel", ""),
    "sliders.png": (1000, 720, "#at-jacobi-c-49 details.panel ~ details.panel", """
        const set = (name, value) => {
          const label = [...shown.querySelectorAll("label")].find((one) => one.textContent === name);
          const control = document.getElementById(label.htmlFor);
          control.value = value;
          control.dispatchEvent(new Event(control.tagName === "SELECT" ? "change" : "input"));
        };
        set("ranks", 12);
        set("placement", "boxes");"""),
    "source.png": (1000, 420, "#source", "shown.querySelector('.texts').scrollTop = 700;"),
    "ranks.png": (1000, 420, "#matrix", ""),
    "timeline.png": (1000, 330, "#timeline", ""),
}


def page_of(hydracc, folder, source, arguments, settings, files):
    """Builds the program in the folder, runs it, and writes page.html of the files that it has written."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("HYDRA_")}
    env.update(settings)
    name, program = pathlib.Path(source).name, pathlib.Path(source).stem
    if not (folder / program).exists():
        shutil.copy(ROOT / source, folder)
        subprocess.run([hydracc, "--host=local", "-w", name, "-o", program, "-lm"], cwd=folder, check=True)
    subprocess.run([hydracc, "--check", "-w", "--report=json", "--report-file=report.json", name], cwd=folder, check=True)
    subprocess.run([f"./{program}", *arguments], cwd=folder, env=env, check=True, stdout=subprocess.DEVNULL)
    subprocess.run([hydracc.parent / "hydra-report", *files, "-o", "page.html"], cwd=folder, check=True, stderr=subprocess.DEVNULL)
    return folder / "page.html"


def shoot(page, to, width, height, what, script=""):
    """A picture of one part of the page."""
    text = page.read_text()
    show = f"""<script>const shown = document.querySelector("{what}");
        if (shown.tagName === "DETAILS") {{ shown.open = true; shown.dispatchEvent(new Event("toggle")); }} {script}
        document.body.replaceChildren(document.querySelector("svg.defs"), shown);
        for (const one of document.querySelectorAll(".texts")) one.scrollTop = 700;</script>"""
    page.write_text(text.replace("</body></html>", show + "</body></html>"))
    subprocess.run(command(page, f"--window-size={width},{height}", f"--screenshot={to}"), check=True, stderr=subprocess.DEVNULL)
    page.write_text(text)


def draw_lessons(hydracc, to):
    with tempfile.TemporaryDirectory() as name:
        for file, (source, place, arguments, partition, kind) in LESSONS.items():
            settings = {"HYDRA_PARTITION": partition, "HYDRA_DRYRUN": "4", "HYDRA_EXPLAIN": "told.json", "HYDRA_STATS": "stats.json"}
            files = ["stats.json", "told.json"] + ["report.json"] * (kind == "curves")
            page = page_of(hydracc, pathlib.Path(name), source, arguments, settings, files)
            if kind == "section":
                shoot(page, to / file, 700, 330, f"#{place}")
                continue
            script = ALONE.replace("PLACE", re.sub("[^A-Za-z0-9]", "-", place)).replace("KIND", kind)
            picture, complaints, result = ask(page, script)
            if not picture or complaints:
                sys.exit(f"draw.py: {file}: {complaints} {result.describe()}")
            (to / file).write_text(picture)


def draw_screens(hydracc, to):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        settings = {"HYDRA_RANKS": "4", "HYDRA_POLICY": "distribute", "HYDRA_NUM_THREADS": "1", "HYDRA_EXPLAIN": "told.json",
                    "HYDRA_STATS": "stats.json", "HYDRA_TRACE": "trace.json"}
        page = page_of(hydracc, folder, JACOBI, ["200", "20"], settings, ["stats.json", "told.json", "trace.json", "report.json"])
        for file, (width, height, what, script) in SCREENS.items():
            shoot(page, to / file, width, height, what, script)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hydracc", required=True, type=pathlib.Path)
    parser.add_argument("--screens", action="store_true")
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    if browser() is None:
        sys.exit("draw.py: there is no chromium (scripts/deps.sh --tests installs it)")
    (draw_screens if options.screens else draw_lessons)(options.hydracc.resolve(), options.folder.resolve())


if __name__ == "__main__":
    main()
