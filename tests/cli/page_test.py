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


def page_from(report, tool, folder, name, *files):
    made = run([tool, *files, "-o", name], cwd=folder)
    report.check(made.status == 0, made.describe())
    return folder / name


def check_odd_programs(report, hydracc, tool, folder):
    """Names that JavaScript has its own ideas of, files whose names end alike, a loop in a header of two files, rows in
    turn, and very many ranks."""
    (folder / "lib").mkdir()
    loop = "#pragma hydra parallel for\nfor (int i = 1; i < constructor - 1; i++) b[i] = __proto__[i - 1] + __proto__[i + 1];\n"
    (folder / "odd.c").write_text("#include \"odd.h\"\n#include <stdio.h>\nvoid other(void);\nint main(void) {\n int constructor = 300;\n"
                                  + loop + "step(__proto__, b); other();\n printf(\"%g\\n\", b[9]); return 0; }\n")
    (folder / "odd.h").write_text("static double __proto__[300], b[300];\nstatic void step(double *x, double *y) {\n"
                                  "#pragma hydra parallel for\nfor (int i = 0; i < 300; i++) x[i] = y[i] + 1;\n}\n")
    (folder / "lib/odd.c").write_text("#include \"../odd.h\"\n\n\n\nvoid other(void) { int constructor = 299;\n"
                                      + loop + "step(b, __proto__); step(b, __proto__); }\n")
    built = run([hydracc, "--host=local", "-w", "odd.c", "lib/odd.c", "-o", "odd"], cwd=folder)
    report.check(built.status == 0, built.describe())
    run([hydracc, "--check", "-w", "--report=json", "--report-file=odd.found", "odd.c", "lib/odd.c"], cwd=folder)
    for partition, ranks in (("cyclic", 4), ("block", 700)):
        run(["./odd"], environment({"HYDRA_PARTITION": partition, "HYDRA_DRYRUN": ranks, "HYDRA_STATS": f"{partition}.stats",
                                    "HYDRA_EXPLAIN": f"{partition}.json"}), folder)
    page = page_from(report, tool, folder, "odd.html", "cyclic.stats", "cyclic.json", "odd.found")
    said, complaints, _ = ask(page, """
        document.querySelectorAll("details").forEach((one) => { one.open = true; one.dispatchEvent(new Event("toggle")); });
        document.querySelectorAll("input[type=range]").forEach((one) => { one.value = 7; one.dispatchEvent(new Event("input")); });
        return { loops: [...document.querySelectorAll("article")].map((one) => [one.querySelector("h3 code").textContent, one.querySelector("dl").textContent]),
                 text: document.querySelector("main").innerHTML, areas: document.querySelectorAll("#at-odd-c-7 figure rect[fill^=url]").length };""")
    report.check(complaints == [] and said, f"odd: {complaints}")
    if said:
        for word in ("NaN", "undefined", "Infinity"):
            report.check(word not in said["text"], f"odd.html has {word}: {said['text'][max(0, said['text'].find(word) - 80):][:200]}")
        names = sorted(name for name, _ in said["loops"])
        report.check(names == ["lib/odd.c:7", "odd.c:7", "odd.c:9", "odd.h:4"], f"loops: {names}")
        report.check(any(name == "odd.h:4" and "3 launches" in text for name, text in said["loops"]), f"{said['loops']}")
        report.check(said["areas"] > 290, f"{said['areas']} areas of rows in turn")
    page = page_from(report, tool, folder, "many.html", "block.stats", "block.json")
    heads, complaints, _ = ask(page, "return [...document.querySelectorAll('h2')].map((one) => one.textContent).concat([...document.querySelectorAll('p')].filter((one) => one.textContent.includes('could not be')).map((one) => one.textContent));")
    report.check(complaints == [] and heads and "From whom to whom" in heads and not any("could not" in one for one in heads), f"{heads} {complaints}")


def mutations(value, path=()):
    """The value with one part of it replaced by something of another kind, or left out."""
    if isinstance(value, dict):
        for key in list(value)[:40]:
            rest = {k: v for k, v in value.items() if k != key}
            yield rest
            for other in (5, "x", [], {}, None):
                yield {**rest, key: other}
            for inner in mutations(value[key], (*path, key)):
                yield {**rest, key: inner}
    elif isinstance(value, list) and value:
        yield [5, *value[1:]]
        for inner in mutations(value[0], (*path, 0)):
            yield [inner, *value[1:]]


def check_broken_files(report, tool, folder):
    """Files of other shapes are refused, or shown as far as they go; nothing dies of them."""
    (folder / "deep.json").write_text('{"traceEvents": ' + "[" * 100000 + "]" * 100000 + "}")
    whole = (folder / "stats.json").read_text()
    (folder / "cut.json").write_text(whole[:len(whole) // 2])
    for name, why in (("deep.json", "nothing that"), ("cut.json", "cut off")):
        result = run([tool, name, "-o", "x.html"], cwd=folder)
        report.check(result.status == 1 and why in result.err, result.describe())
    died = []
    for name in ("stats.json", "report.json", "trace.json"):
        value = json.loads((folder / name).read_text())
        for number, changed in enumerate(mutations(value)):
            if number % 23 == 5:
                (folder / "changed.json").write_text(json.dumps(changed))
                result = run([tool, "changed.json", "-o", "x.html"], cwd=folder)
                if result.status not in (0, 1):
                    died.append(f"{name} {number}: {result.describe()}")
    report.check(died == [], "\n".join(died[:3]))
    result = run([tool, "stats.json", "cyclic.json", "-o", "-"], cwd=folder)
    report.check("of different files" in result.out, "files of two programs in one page")


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
            check_odd_programs(report, hydracc, tool, folder)
            check_broken_files(report, tool, folder)
        check_refusals(report, tool, folder)


if __name__ == "__main__":
    sys.exit(main())
