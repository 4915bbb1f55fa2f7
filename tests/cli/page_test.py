#!/usr/bin/env python3
"""Pages for browsers, of hydracc --report=html and of hydra-report: they stand alone, complain of nothing, show the
numbers of the JSON, and can be used by keys, in a phone's width, and on paper. Without a browser, only what needs none."""
import json
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from browser import ask, browser, command  # noqa: E402
from harness import environment, hydracc_test, run  # noqa: E402

# Every number that says where it comes from, and how it is written there.
NUMBERS = """
return [...document.querySelectorAll("[data-from]")].map((one) => [one.dataset.from, Number(one.dataset.value), one.textContent]);
"""
# The bytes that the picture of the loop in this line shows, for ranks, a size n and a placement.
MOVED = """
const panels = [...document.querySelectorAll("#at-jacobi-c-49 details.panel")];
const panel = panels.find((one) => one.textContent.startsWith("For any"));
panel.open = true;
panel.dispatchEvent(new Event("toggle"));
const set = (name, value) => {
  const label = [...panel.querySelectorAll("label")].find((one) => one.textContent === name);
  const control = document.getElementById(label.htmlFor);
  control.value = value;
  control.dispatchEvent(new Event(control.tagName === "SELECT" ? "change" : "input"));
};
const found = [];
for (const [ranks, n, way] of %s) {
  set("ranks", ranks);
  set("n", n);
  set("placement", way);
  found.push(Number(panel.querySelector(".moved").dataset.value));
}
return found;
"""
KEYS = """
const line = document.querySelector(".timeline");
const says = () => document.querySelector("#timeline .legend[aria-live]").textContent;
const before = says();
line.focus();
const press = (key) => line.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
press("+");
const closer = says();
press("ArrowRight");
const moved = says();
press("0");
return { before, closer, moved, after: says(), spans: line.querySelectorAll("rect.span").length, arrows: line.querySelectorAll("line.arrow").length };
"""
# What cannot be reached by keys, has no name, or needs something from outside.
FAULTS = """
const faults = [];
for (const one of document.querySelectorAll("input, select, button")) {
  const label = one.id ? document.querySelector(`label[for="${one.id}"]`) : null;
  if (one.tabIndex < 0) faults.push(`no key reaches ${one.outerHTML}`);
  if (!label && !one.getAttribute("aria-label") && one.textContent.trim() === "") faults.push(`no name: ${one.outerHTML}`);
}
for (const one of document.querySelectorAll("svg[role=img]")) if (!one.getAttribute("aria-label")) faults.push("a picture without words");
for (const one of document.querySelectorAll("nav a, .source a")) if (!document.getElementById(one.getAttribute("href").slice(1))) faults.push(`${one.outerHTML} leads nowhere`);
const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
if (new Set(ids).size !== ids.length) faults.push("two elements of one name");
for (const one of document.querySelectorAll("[src], link")) faults.push(`from outside: ${one.outerHTML}`);
if (document.documentElement.dataset.ready !== "yes") faults.push("it is not ready");
return faults;
"""
WIDTH = "return { page: document.documentElement.scrollWidth, window: window.innerWidth };"
ENOUGH_WIDTH = 500  # the least that the browser's own window has


def at_path(data, path):
    for word in path.split("."):
        data = data[int(word)] if isinstance(data, list) else data[word]
    return data


def runs(report, hydracc, folder):
    """A run of jacobi on four ranks, with all that it can write, and dry runs of two and of eight."""
    shutil.copy(ROOT / "samples/jacobi.c", folder)
    built = run([hydracc, "--host=local", "jacobi.c", "-o", "jacobi"], cwd=folder)
    report.check(built.status == 0, built.describe())
    files = {"HYDRA_STATS": "stats.json", "HYDRA_EXPLAIN": "told.json", "HYDRA_TRACE": "trace.json"}
    ran = run(["./jacobi", "200", "20"], environment({"HYDRA_RANKS": 4, **files}), folder)
    report.check(ran.status == 0, ran.describe())
    for ranks in (2, 8):
        run(["./jacobi", "200", "20"], environment({"HYDRA_DRYRUN": ranks, "HYDRA_STATS": f"stats{ranks}.json"}), folder)
    run([hydracc, "--check", "--report=json", "--report-file=report.json", "jacobi.c"], cwd=folder)


def check_alone(report, page, expected):
    """The page needs nothing from outside, and holds what was given."""
    text = page.read_text()
    outside = [link for link in re.findall(r"https?://[^\s\"'<]+", text) if "www.w3.org" not in link]
    report.check(outside == [], f"{page.name}: from outside: {outside}")
    report.check(not re.search(r"\bsrc\s*=|@import|url\(\s*['\"]?http", text), f"{page.name} loads something")
    for name in expected:
        held = re.search(rf'<script type="application/json" id="data-{name}">(.*?)</script>', text, re.S)
        report.check(held and json.loads(held.group(1)), f"{page.name} has no {name}")


def check_numbers(report, page, sources):
    """The page's numbers are those of the JSON, as they are there."""
    numbers, complaints, result = ask(page, NUMBERS)
    report.check(complaints == [] and numbers, f"{page.name}: {complaints} {result.describe() if not numbers else ''}")
    for path, value, words in numbers or []:
        true = at_path(sources, path)
        report.check(true == value, f"{page.name}: {path} is {true}, and shown as {value}")
        if isinstance(true, int) and not re.search(r"[µm]?s$", words):
            report.check(words == f"{true:,}", f"{page.name}: {path} is {true}, and written as '{words}'")
    return {path for path, _, _ in numbers or []}


def check_model(report, hydracc, page, folder):
    """What the picture says that a launch moves is what the run has counted, by rows, in turns and in boxes."""
    cases = [[4, 200, "rows"], [4, 200, "boxes"], [6, 57, "rows"], [6, 57, "boxes"], [3, 64, "rows"], [1, 64, "rows"]]
    found, complaints, result = ask(page, MOVED % json.dumps(cases))
    report.check(complaints == [] and found, f"{complaints} {result.describe()}")
    for (ranks, n, way), moved in zip(cases, found or []):
        settings = {"HYDRA_DRYRUN": ranks, "HYDRA_STATS": "case.json", "HYDRA_PARTITION": "grid" if way == "boxes" else "block"}
        run(["./jacobi", n, 11], environment(settings), folder)
        loop = next(one for one in json.loads((folder / "case.json").read_text())["loops"] if one["at"] == "jacobi.c:49")
        report.check(10 * moved == loop["coherence_bytes"], f"{ranks} ranks, n = {n}, {way}: {moved} a launch, counted {loop}")


def check_use(report, page, folder):
    faults, complaints, _ = ask(page, FAULTS)
    report.check(faults == [] and complaints == [], f"{page.name}: {faults} {complaints}")
    width, _, _ = ask(page, WIDTH, width=ENOUGH_WIDTH)
    report.check(width and width["page"] <= width["window"], f"{page.name}: wider than the window: {width}")
    paper = folder / "paper.pdf"
    printed = run(command(page, f"--print-to-pdf={paper}"), timeout=120)
    report.check(paper.exists() and paper.stat().st_size > 10_000, printed.describe())


def check_timeline(report, page, trace):
    seen, complaints, _ = ask(page, KEYS)
    arrows = sum(event["ph"] == "s" for event in trace["traceEvents"])
    report.check(complaints == [] and seen, f"timeline: {complaints}")
    if seen:
        report.check(seen["before"] != seen["closer"] != seen["moved"] and seen["before"] == seen["after"], f"{seen}")
        report.check(seen["spans"] > 20 and seen["arrows"] == arrows, f"{arrows} arrows, {seen}")


def check_sums(report, page, told):
    """Under each picture stand the bytes of all that was told of these launches."""
    sums, _, _ = ask(page, """
        document.querySelectorAll("details.panel").forEach((one) => { one.open = true; one.dispatchEvent(new Event("toggle")); });
        return [...document.querySelectorAll("[data-sum]")].map((one) => [one.dataset.sum, Number(one.dataset.value), one.textContent]);""")
    report.check(bool(sums), "no sums")
    for at, value, words in sums or []:
        of_times = {}
        for line in told:
            if line.get("at") == at:
                times = tuple(line.get("launches") or line.get("times"))
                of_times[times] = of_times.get(times, 0) + line.get("bytes", 0)
        report.check(value in of_times.values() and words.split()[0] == f"{value:,}", f"{at}: {value} of {of_times}")


def check_refusals(report, tool, folder):
    (folder / "told.txt").write_text("hydra: what 4 ranks did\n")
    (folder / "odd.json").write_text('{"ranks": 3}')
    for words, status, expected in ((["none.json"], 1, "cannot be read"), (["told.txt"], 1, ".json"), (["odd.json"], 1, "odd.json"),
                                    ([], 2, "--help"), (["--nothing", "stats.json"], 2, "--nothing"),
                                    (["trace.json", "trace.json"], 2, "second"), (["stats.json", "-o"], 2, "needs a value"),
                                    (["stats.json", "-o", "none/page.html"], 1, "none/page.html")):
        result = run([tool, *words], cwd=folder)
        report.check(result.status == status and expected in result.err and "error" in result.err, f"{words}: {result.describe()}")
    for word in ("--help", "--version"):
        result = run([tool, word], cwd=folder)
        report.check(result.status == 0 and "hydra-report" in result.out, result.describe())
    shutil.move(folder / "jacobi.c", folder / "away.c")
    result = run([tool, "stats.json", "-o", "-"], cwd=folder)
    report.check("The text of jacobi.c was not found" in result.out, result.describe())
    (folder / "elsewhere").mkdir()
    shutil.move(folder / "away.c", folder / "elsewhere/jacobi.c")
    result = run([tool, "stats.json", "--sources=elsewhere", "-o", "-"], cwd=folder)
    report.check("was not found" not in result.out and "static void relax" in result.out, result.describe())


def main():
    with hydracc_test("page", __doc__) as (report, hydracc, folder):
        tool = hydracc.parent / "hydra-report"
        runs(report, hydracc, folder)
        made = run([tool, "stats.json", "told.json", "trace.json", "report.json", "stats2.json", "stats8.json"], cwd=folder)
        report.check(made.status == 0 and "report.html" in made.err, made.describe())
        made = run([hydracc, "--check", "--report=html", "--report-file=found.html", "jacobi.c"], cwd=folder)
        report.check(made.status == 0, made.describe())
        after, found = folder / "report.html", folder / "found.html"
        check_alone(report, after, ("report", "stats", "others", "told", "trace", "sources"))
        check_alone(report, found, ("report", "sources"))
        if browser() is None:
            print("page: not run: no chromium (scripts/deps.sh --tests installs it)")
        else:
            stats = json.loads((folder / "stats.json").read_text())
            told = [json.loads(line) for line in (folder / "told.json").read_text().splitlines()]
            paths = check_numbers(report, after, {"stats": stats})
            for path in ("stats.coherence.bytes", "stats.loops.0.coherence_bytes", "stats.traffic.1.0", "stats.iterations.3",
                         "stats.memory.0.bytes.0", "stats.serial_at.0.bytes", "stats.seconds.total"):
                report.check(path in paths, f"the page does not show {path}")
            check_model(report, hydracc, after, folder)
            check_sums(report, after, told)
            check_timeline(report, after, json.loads((folder / "trace.json").read_text()))
            check_use(report, after, folder)
            check_use(report, found, folder)
        check_refusals(report, tool, folder)


if __name__ == "__main__":
    sys.exit(main())
