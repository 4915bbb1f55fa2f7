#!/usr/bin/env python3
"""Makes the pictures of the documentation and of the lessons from pages that hydra-report and hydracc --report=html have
written, in headless Chromium.

    draw.py --hydracc PATH FOLDER            the lessons' pictures (SVG), as docs/lessons/pictures has them
    draw.py --hydracc PATH --screens FOLDER  parts of a page as one sees them (PNG), as docs/pictures has them

Times differ from run to run, so tests compare the SVG only."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from browser import ask, browser, command  # noqa: E402

LESSONS = {  # file: HYDRA_PARTITION, and jacobi's arguments
    "02-rows.svg": ("block", ["200", "2"]),
    "08-block.svg": ("block", ["14", "2"]),
    "08-cyclic.svg": ("cyclic", ["14", "2"]),
    "08-block-cyclic.svg": ("block-cyclic:2", ["14", "2"]),
    "08-grid.svg": ("grid", ["14", "2"]),
}
# The first picture of the loop's last launch by itself: what it needs of the page's style and patterns goes with it.
ALONE = """
const picture = document.querySelector("#at-jacobi-c-49 details.panel figure.array svg").cloneNode(true);
picture.setAttribute("xmlns", "http://www.w3.org/2000/svg");
const defs = document.querySelector("svg.defs defs").cloneNode(true);
const text = new XMLSerializer().serializeToString(picture);
for (const one of [...defs.children]) if (!text.includes(`#${one.id})`)) one.remove();
const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
style.textContent = "text { font: 13px sans-serif; fill: #111 } text.axis { font-size: 12px; fill: #333 } text.rank { font-size: 14px; font-weight: 600; paint-order: stroke; stroke: #fff; stroke-width: 3px } .arrow { stroke: #111; stroke-width: 2 } .whole { fill: #fff; stroke: #333 }";
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


def page_of(hydracc, folder, arguments, settings, files):
    """Builds jacobi in the folder, runs it, and writes page.html of the files that it has written."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("HYDRA_")}
    env.update(settings)
    if not (folder / "jacobi").exists():
        shutil.copy(ROOT / "samples/jacobi.c", folder)
        subprocess.run([hydracc, "--host=local", "jacobi.c", "-o", "jacobi"], cwd=folder, check=True)
        subprocess.run([hydracc, "--check", "--report=json", "--report-file=report.json", "jacobi.c"], cwd=folder, check=True)
    subprocess.run(["./jacobi", *arguments], cwd=folder, env=env, check=True, stdout=subprocess.DEVNULL)
    subprocess.run([hydracc.parent / "hydra-report", *files, "-o", "page.html"], cwd=folder, check=True, stderr=subprocess.DEVNULL)
    return folder / "page.html"


def draw_lessons(hydracc, to):
    with tempfile.TemporaryDirectory() as name:
        for file, (partition, arguments) in LESSONS.items():
            settings = {"HYDRA_PARTITION": partition, "HYDRA_DRYRUN": "4", "HYDRA_EXPLAIN": "told.json", "HYDRA_STATS": "stats.json"}
            page = page_of(hydracc, pathlib.Path(name), arguments, settings, ["stats.json", "told.json"])
            picture, complaints, result = ask(page, ALONE)
            if not picture or complaints:
                sys.exit(f"draw.py: {file}: {complaints} {result.describe()}")
            (to / file).write_text(picture)


def draw_screens(hydracc, to):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        settings = {"HYDRA_RANKS": "4", "HYDRA_POLICY": "distribute", "HYDRA_NUM_THREADS": "1", "HYDRA_EXPLAIN": "told.json",
                    "HYDRA_STATS": "stats.json", "HYDRA_TRACE": "trace.json"}
        page = page_of(hydracc, folder, ["200", "20"], settings, ["stats.json", "told.json", "trace.json", "report.json"])
        text = page.read_text()
        for file, (width, height, what, script) in SCREENS.items():
            show = f"""<script>const shown = document.querySelector("{what}");
                if (shown.tagName === "DETAILS") {{ shown.open = true; shown.dispatchEvent(new Event("toggle")); }} {script}
                document.body.replaceChildren(document.querySelector("svg.defs"), shown);
                for (const one of document.querySelectorAll(".texts")) one.scrollTop = 700;</script>"""
            page.write_text(text.replace("</body></html>", show + "</body></html>"))
            subprocess.run(command(page, f"--window-size={width},{height}", f"--screenshot={to / file}"), check=True,
                           stderr=subprocess.DEVNULL)


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
