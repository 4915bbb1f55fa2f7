#!/usr/bin/env python3
"""--report in its three forms, and diagnostics as JSON and SARIF: what a user asks them is in them."""
import html.parser
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import hydracc_test, run  # noqa: E402

STENCIL = """\
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 40;
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    int *index = malloc(n * sizeof *index);
    double big = 0;
    for (int i = 0; i < n; i++) { a[i] = i % 7; index[i] = (i * 7) % n; } FILL
#pragma hydra parallel for
    for (int i = 1; i < n; i++)
        b[i] = a[i - 1] + a[0];
#pragma hydra parallel for reduction(max : big)
    for (int i = 1; i < n; i++)
        if (b[i] > big) big = b[i];
#pragma hydra parallel for
    for (int i = 1; i < n; i++)
        printf("%g\\n", b[i]);
    int count[7] = {0}, pos = -1;
#pragma hydra parallel for reduction(+ : count[0:7])
    for (int i = 0; i < n; i++) {
        count[index[i] % 7] += a[index[i]] > 2;
        if (a[i] == 3) pos = i;
    }
    printf("%d %d\\n", count[2], pos);
    printf("%g %d\\n", big, index[3]);
    return 0;
}
""".replace("FILL", '_Pragma("hydra parallel for") for (int i = 0; i < n; i++) a[i] += 1;')

TRIANGLE = """\
typedef struct { double x, f; } bead;
static bead chain[100];
static double a[100][100], sums[100];
static double pull(const bead *left, const bead *right) { return right->x - left->x; }
int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 100; i++) {
        chain[i].x = i;
        for (int j = 0; j < 100; j++) a[i][j] = i + j;
    }
#pragma hydra parallel for
    for (int i = 0; i < 100; i++)
        for (int j = 0; j <= i; j++) sums[i] += a[i][j];
#pragma hydra parallel for
    for (int i = 1; i < 99; i++)
        chain[i].f = pull(&chain[i - 1], &chain[i]) - pull(&chain[i], &chain[i + 1]);
    return (int)(sums[7] + chain[3].f);
}
"""

# Look-ups, rings, inner loops that data bound, functions of others, pointers that may overlap.
LOOKUPS = """\
#include <stdio.h>
extern double mystery(double x);
static double a[400], b[400], c[400];
static int ix[400], row[401];
static void shift(double *to, const double *from, int n)
{
#pragma hydra parallel for
    for (int i = 1; i < n; i++) to[i] = from[i - 1];
}
int main(int argc, char **argv)
{
    int n = argc + 399, k = argc;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        b[i] = a[ix[i]] +
               a[ix[n - 1 - i]];
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        c[i] = b[((i + k) % n + n) % n];
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = row[i]; j < row[i + 1]; j++)
            if (a[j] > 3) s += a[j];
        for (int j = 0; j < i * i % 7; j++) b[i] += c[j];
        c[i] += b[i] + s;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        c[i] = mystery(a[i]);
    shift(b, a, n);
    printf("%g %g\\n", b[3], c[5]);
    return 0;
}
"""

# Where the data of reads come from, and who runs what.
PLACES = """\
#include <stdio.h>
static double a[400], b[400], c[40][40], *rows[40];
static struct { double x; int nb; } p[400]; static double given[400], twice[400]; extern void *memcpy(void *, const void *, unsigned long);
static int ix[400], jx[400];
static double total(const double *v, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++) s += v[k];
    return s;
}
static double after(const double *v, int i) { return v[i + 1]; }
int main(int argc, char **argv)
{
    int n = 399 + argc, far = 100 * argc;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) { a[i] = i; ix[i] = i / 2; jx[i] = i; p[i].nb = i; rows[i % 40] = c[i % 40]; }
#pragma hydra parallel for
    for (int i = 0; i < n; i++) { a[i] = i; ix[i] = i / 2; jx[i] = n - 1 - i; }
#pragma hydra parallel for
    for (int i = 0; i < n - far; i++) b[i] = a[i + far];
#pragma hydra parallel for
    for (int i = 0; i < n - 150; i++) b[i] += a[i + 150];
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        b[i] += a[ix[i]] +
                a[jx[i]];
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 40; j++) c[i][j] = i;
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 40; j++) c[i][j] += 1;
#pragma hydra parallel for
    for (int j = 0; j < 40; j++)
        for (int i = 1; i < 40; i++) c[i][j] += c[i - 1][j];
#pragma hydra parallel for
    for (int i = 1; i < n - 1; i += 2) b[i] = after(a, i) + after(a, i - 2);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) p[p[i].nb].x += total(a, i);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) b[i] += a[(i + 7) % n];
#pragma hydra parallel for
    for (int i = 2; i < n; i++) b[i] = a[i - 1] + a[i - 2];
#pragma hydra parallel for
    for (int i = 1; i < n; i++) b[i] = given[i - 1] + given[ix[i]];
    memcpy(twice, a, sizeof a);
#pragma hydra parallel for
    for (int i = 3; i < n; i++) b[i] = twice[i - 3];
#pragma hydra parallel for
    for (int i = 0; i < n; i++) given[i] = i;
    printf("%g %g %g\\n", b[3], p[5].x, c[4][5]);
    return 0;
}
"""

# Columns counted from a row's end, and subscripts that stop at a border.
ROWS = """\
static int least(int a, int b) { return a < b ? a : b; }
static void turn(int h, int w, const double *from, double *to)
{
#pragma hydra parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) to[y * w + x] = from[(y + 1) * w - 1 - x];
#pragma hydra parallel for
    for (int y = 0; y < h; y++) to[y * w] = to[y * w + w - 2];
#pragma hydra parallel for
    for (int y = 0; y < h; y++) to[y] = from[least(y + 2, h - 1)];
}
int main(void)
{
    static double a[600], b[600];
#pragma hydra parallel for
    for (int i = 0; i < 600; i++) a[i] = i;
    turn(20, 30, a, b);
    return (int)b[7];
}
"""

WRONG = """\
int main(void)
{
    int a[4], x = 0;
    /* grüße */ y = 1;
    return a[0] + x;
}
"""


ADI = """\
#include <stdio.h>
void steps(int n, double x[n][n], double sum)
{
    for (int t = 0; t < 9; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++) for (int j = 1; j < n; j++) x[i][j] += x[i][j - 1];
#pragma hydra parallel for // by columns
        for (int j = 0; j < n; j++) for (int i = 1; i < n; i++) { x[i][j] += x[i - 1][j]; SUM; }
    }
    printf("%g\\n", sum);
}
static double x[40][40];
int main(void)
{
    steps(40, x, 0);
    return 0;
}
"""

class Page(html.parser.HTMLParser):
    """Text and data of a page; and whether every element that needs it is closed."""

    def __init__(self):
        super().__init__()
        self.words, self.open, self.scripts, self.script = [], [], {}, None

    def handle_starttag(self, tag, attrs):
        if tag != "meta":
            self.open.append(tag)
        self.script = dict(attrs).get("id") if tag == "script" else None

    def handle_endtag(self, tag):
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data):
        self.words.append(data)
        if self.script:
            self.scripts[self.script] = self.scripts.get(self.script, "") + data

    def data(self):
        """What the page has as JSON, by name."""
        return {name: json.loads(text) for name, text in self.scripts.items()}


def check_text(report, hydracc, folder):
    result = run([hydracc, "--check", "--report", "stencil.c"], cwd=folder)
    report.check(result.status == 0, f"--report: {result.describe()}")
    for expected in ("stencil.c:11: parallel loop in 'main': i from 1 while i < n", "where index i of dimension 1 of 'b'",
                     "element `i - 1` of 'a' comes from the neighbouring rank", "(line 12)",
                     "all iterations read the same part of 'a'", "reduction(max:big)",
                     "every rank runs it, in order (replicated)", "proved: no iteration depends",
                     "not needed: the iterations run one after the other",
                     "exactly the elements of 'a' that the data select", "reduction(+:count[0:7])",
                     "'pos' goes to all ranks", "serial loop in 'main'", "#pragma hydra parallel for"):
        report.check(expected in result.out, f"'{expected}' is missing in the report:\n{result.out}")
    report.check("hydra_" not in result.out, f"names of generated code show in the report:\n{result.out}")


def check_sweeps(report, hydracc, folder):
    """Loops along columns as a pipeline: what that moves and when it is taken, or which loop rules it out and why."""
    (folder / "adi.c").write_text(ADI.replace("SUM;", ""))
    found = run([hydracc, "--check", "--report", "adi.c"], cwd=folder).out
    report.check("rows stay, and columns are a pipeline: 8*n*(P - 1) bytes a launch (chosen when the program "
                 "runs; line 8 then shares out" in found,
                 f"{found}")
    report.check("; in blocks, or as a pipeline where that moves at most half (chosen when" in found, f"{found}")
    report.check("line 8 writes it by columns (unless rows stay)" in found, f"{found}")
    (folder / "adi.c").write_text(ADI.replace("parallel for //", "parallel for reduction(+ : sum) //").replace("SUM", "sum += x[i][j]"))
    found = run([hydracc, "--check", "--report", "adi.c"], cwd=folder).out
    report.check("a pipeline: cannot be: line 8 cannot take part: its parts cannot each be run" in found, f"{found}")


def check_run_time_choice(report, hydracc, folder):
    """Where the runtime chooses between blocks of rows and a grid, no way is said to be chosen before; where nothing is
    to be chosen, or a loop forbids boxes to all that share its arrays, rows are."""
    step = """#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = b[i][j] FURTHER;
"""
    frame = """static double a[90][90], b[90][90];
int main(int argc, char **argv)
{
    int n = argc + 80;
    LOOP {
""" + step + """    }
    return a[3][4] > 2;
}
"""
    (folder / "grid.c").write_text(frame.replace("LOOP", "for (int t = 0; t < 9; t++)").replace("FURTHER", ""))
    (folder / "rows_only.c").write_text(
        frame.replace("LOOP", "for (int t = 0; t < 9; t++)").replace("FURTHER", "+ a[i][j - 1]"))
    (folder / "once.c").write_text(frame.replace("LOOP", "").replace("FURTHER", ""))
    when = "chosen when the program runs"
    for name, chosen in (("grid", True), ("rows_only", False), ("once", False)):
        found = run([hydracc, "--check", "--report", f"{name}.c"], cwd=folder)
        lines = [line.strip() for line in found.out.splitlines()]
        placed = [line for line in lines if line.startswith("placement:")]
        rows, grid = ([line for line in lines if f" {way}:" in line] for way in ("blocks of rows", "a grid of R x C ranks"))
        report.check(len(rows) == 2 and len(placed) == 2, found.describe())
        for line in rows + grid * chosen:
            report.check(line.startswith("* ") and (when if chosen else "(chosen)") in line, f"{name}: {line}")
        for line in grid * (not chosen):
            report.check(line.startswith("- ") and "chosen" not in line, f"{name}: {line}")
        for line in placed:
            report.check(line.endswith(f"or in boxes where that moves at most half ({when})") == chosen, f"{name}: {line}")
        table = json.loads(run([hydracc, "--check", "-w", "--report=json", f"{name}.c"], cwd=folder).out)
        ways = [way for loop in table["loops"] for way in loop["candidates"]]
        report.check(sum(way["chosen_at_run_time"] for way in ways) == (4 if chosen else 0), f"{name}: {ways}")
        report.check(sum(way["chosen"] for way in ways) == 2, f"{name}: {ways}")
        page = Page()
        page.feed(run([hydracc, "--check", "-w", "--report=html", f"{name}.c"], cwd=folder).out)
        held = json.dumps(page.data()["data-report"])
        report.check((when in held) == chosen, f"{name}: {held}")


def check_movement(report, hydracc, folder):
    result = run([hydracc, "--check", "--report", "triangle.c"], cwd=folder)
    report.check("row `i` of 'a' lies with the iteration" in result.out and "column" not in result.out,
                 f"the triangle's rows lie with the iterations:\n{result.out}")
    report.check(all(f"`{index}` of 'chain' comes from the neighbouring rank" in result.out
                     for index in ("i - 1", "i + 1")),
                 f"what a function reads that is called twice is two rows:\n{result.out}")


def check_sentences(report, hydracc, folder):
    result = run([hydracc, "--check", "-w", "--report", "lookups.c"], cwd=folder)
    lines = [" ".join(line.split()) for line in result.out.splitlines()]
    for expected in (
            "parallel: proved: no iteration depends on another one, provided that 'from' and 'to' do not overlap; each "
            "launch looks whether that is so",
            "read a[ix[i]] (line 15) found when the program runs exact",
            "read a[ix[n - 1 - i]] (line 16) found when the program runs exact",
            "read b[((i + k) % n + n) % n] (line 19) the elements that b[((i + k) % n + n) % n] names in the "
            "iterations lo to hi - 1 exact",
            "parallel: trusted (not proved: which element 'c[j]' touches is known only when the program runs); "
            "HYDRA_VERIFY=1 checks it when the program runs",
            "may-write b[i] (line 25) [lo : hi] not exact: the loop over 'j' around it runs to 'i * i % 7', which is "
            "not known to be an affine function of the loop variables",
            "parallel: not needed: the iterations run one after the other, and HYDRA_VERIFY leaves the loop out",
            "read a[i] (line 30) every rank does all of this exact",
            "write c[i] (line 30) every rank does all of this exact"):
        report.check(expected in lines, f"'{expected}' is missing in the report:\n{result.out}")
    report.check(max(map(len, lines)) < 250, f"too long: {max(lines, key=len)}")
    accesses = [line for line in lines if line.startswith(("read ", "may-write ", "write "))]
    report.check(len(set(accesses)) == len(accesses), f"said twice:\n{result.out}")


def check_places(report, hydracc, folder):
    result = run([hydracc, "--check", "-w", "--report", "places.c"], cwd=folder)
    lines = [" ".join(line.split()) for line in result.out.splitlines()]
    far = ("indexes from the iteration: what is outside of a rank's part comes from the ranks that hold it, which are "
           "its neighbours where their parts are as large as that")
    left = "other ranks may have written what 'c[i - 1][j]' reads (line 29); a dry run counts it"
    for expected in (
            f"moves: element `i + far` of 'a' lies `far` {far}",
            f"moves: element `i + 150` of 'a' lies 150 {far}",
            "* blocks of rows: 1200*(P - 1) bytes a launch, where each rank has 150 iterations or more (chosen)",
            "moves: row `i` of 'c' lies with the iteration; nothing, unless it was written elsewhere",
            "moves: column `j` of 'c' lies with the iteration, but line 28 writes it by rows: what other ranks were "
            "the last to write comes from them",
            f"* blocks of rows: no formula, since {left} (chosen)",
            "placement: iteration i runs where index i of dimension 1 of 'b' lies",
            "* blocks of rows: no formula, since whether 'v[i + 1]' lies beyond a border depends on where that is; a "
            "dry run counts it (chosen)",
            "moves: element `i - 1` of 'a' comes from the neighbouring rank, at the border of a rank's part",
            "parallel: not needed: the iterations run one after the other; HYDRA_VERIFY=1 tells whether they could "
            "run in any order",
            "read p[i].nb (line 39) every rank does all of this exact",
            # What a later loop writes, and what serial code copies.
            "moves: nothing: no loop before it that ranks share out is seen to write 'given', so every rank has it",
            f"moves: element `i - 3` of 'twice' lies 3 {far}",
            "* blocks of rows: 16*(P - 1) bytes a launch, where each rank has 2 iterations or more (chosen)"):
        report.check(expected in lines, f"'{expected}' is missing in the report:\n{result.out}")
    looked_up = "moves: exactly the elements of 'a' that the data select, looked up again when these change"
    report.check(lines.count(looked_up) == 2, f"two look-ups of 'a' in line 24 move:\n{result.out}")
    report.check("line 34 writes it by columns" not in result.out, f"line 34 runs later:\n{result.out}")
    report.check("x" not in "".join(line.split("index", 1)[-1].split("of")[0] for line in lines if "runs where" in line),
                 f"no loop counts with an x:\n{result.out}")
    report.check("unless n >= 1 and -2 * n < i + 7 < 3 * n, what its division gives is not known" in result.out,
                 f"when the remainder is known:\n{result.out}")
    report.check("rank 0 runs it, and gets all that it touches of 'v'" not in result.out and
                 "every array" not in result.out, f"what every rank runs in line 16, and in line 39:\n{result.out}")


def check_rows(report, hydracc, folder):
    result = run([hydracc, "--check", "--report", "rows.c"], cwd=folder)
    lines = [" ".join(line.split()) for line in result.out.splitlines()]
    for expected in ("read from[(y + 1) * w - 1 - x] (line 6) [lo : hi][0 : w] if w >= 1 exact",
                     "read to[y * w + w - 2] (line 8) [lo : hi][w - 2 : w - 1] exact",
                     "moves: element `least(y + 2, h - 1)` of 'from' lies at most 2 indexes from the iteration: what is "
                     "outside of a rank's part comes from the ranks that hold it, which are its neighbours where their "
                     "parts are as large as that"):
        report.check(expected in lines, f"'{expected}' is missing in the report:\n{result.out}")
    report.check(sum("moves: row `y` of" in line for line in lines) == 2,
                 f"rows stay with their iterations:\n{result.out}")


def check_json(report, hydracc, folder):
    result = run([hydracc, "--check", "--report=json", "stencil.c"], cwd=folder)
    found = json.loads(result.out)
    loops = {loop["at"]["line"]: loop for loop in found["loops"]}
    report.check(sorted(loops) == [9, 11, 14, 17, 21], f"loops at {sorted(loops)}")
    report.check(loops[11]["distributed"] and not loops[17]["distributed"] and loops[17]["reason"] != "",
                 "which loops are distributed, and why the last is not")
    reads = {a["text"]: a for a in loops[11]["accesses"] if a["kind"] == "read"}
    report.check(reads["a[i - 1]"]["section"] == "[lo - 1 : hi - 1]" and reads["a[i - 1]"]["at"]["line"] == 12,
                 f"{reads}")
    report.check(any(site["loop"] and site["at"]["line"] == 9 for site in found["serial"]), "the serial loop")
    # With a file: standard output stays empty, and the executable is built too.
    result = run([hydracc, "--host=local", "--report=json", "--report-file=r.json", "stencil.c", "-o", "stencil"],
                 cwd=folder)
    report.check(result.status == 0 and result.out == "", f"--report-file: {result.describe()}")
    report.check(json.loads((folder / "r.json").read_text()) == found, "--report-file holds something else")
    report.check((folder / "stencil").exists(), "--report keeps the program from being built")
    for where, status in (("nowhere/r.json", 1), ("stencil.c", 1)):
        result = run([hydracc, "--check", "--report", f"--report-file={where}", "stencil.c"], cwd=folder)
        report.check(result.status == status and where in result.err, f"{where}: {result.describe()}")
    report.check((folder / "stencil.c").read_text() == STENCIL, "the report overwrote the input")
    result = run([hydracc, "--report=xml", "stencil.c"], cwd=folder)
    report.check(result.status == 2 and "html" in result.err, f"--report=xml: {result.describe()}")


def check_html(report, hydracc, folder):
    """The page holds what the JSON says; what browsers make of it, page_test.py looks at."""
    (folder / "odd_text.c").write_text("/* </script><!-- \"' & é */\nint main(void) { return 0; }\n")
    for name in ("stencil.c", "odd_text.c"):
        result = run([hydracc, "--check", "-w", "--report=html", name], cwd=folder)
        page = Page()
        page.feed(result.out)
        report.check(page.open == [], f"--report=html: not closed: {page.open}")
        held = page.data()
        for loop in held["data-report"]["loops"] + [one["loop"] for one in held["data-report"]["advised"]]:
            folded = loop.pop("folded")
            report.check(0 < len(folded) <= len(loop["accesses"]) or not loop["accesses"], f"{folded}")
        table = json.loads(run([hydracc, "--check", "-w", "--report=json", name], cwd=folder).out)
        report.check(held.get("data-report") == table, f"--report=html: {name}: {held}")
        report.check(held.get("data-sources") == {name: (folder / name).read_text()}, f"--report=html: {name}: {held.get('data-sources')}")


# Each is refused, or warned of, by another stage.
RULES = {
    "hydra-syntax": "int main(void) { return 0 }",
    "hydra-type": "int main(void) { return nothing; }",
    "hydra-directive": "int a[9];\nint main(void)\n{\n#pragma hydra parallel for shares(a)\n"
                       "for (int i = 0; i < 9; i++) a[i] = 1;\n}",
    "hydra-restriction": "#include <threads.h>\nint a[9];\nint f(void *p) { return 0; }\nint main(void)\n{\nthrd_t t;\n"
                         "thrd_create(&t, f, 0);\n#pragma hydra parallel for\nfor (int i = 0; i < 9; i++) a[i] = 1;\n}",
    "hydra-race": "int a[9];\nint main(void)\n{\n#pragma hydra parallel for\n"
                  "for (int i = 1; i < 9; i++) a[i] = a[i - 1];\n}",
    "hydra-preprocessor": '#include "nowhere.h"\nint main(void) { return 0; }',
}


def check_rules(report, hydracc, folder):
    """Every message is filed under a rule that the log describes, with a section of the page on diagnostics."""
    page = (pathlib.Path(__file__).resolve().parents[2] / "docs/diagnostics.md").read_text()
    for rule, text in RULES.items():
        (folder / "rule.c").write_text(text + "\n")
        result = run([hydracc, "--check", "-fdiagnostics-format=sarif", "rule.c"], cwd=folder)
        log = json.loads(result.err)["runs"][0]
        used = {entry["ruleId"] for entry in log["results"]}
        report.check(rule in used, f"{rule}: {result.describe()}")
        rules = {entry["id"]: entry for entry in log["tool"]["driver"]["rules"]}
        report.check(set(rules) == used, f"{rule}: rules {set(rules)} for {used}")
        for name, entry in rules.items():
            report.check(entry["shortDescription"]["text"] and f"docs/diagnostics.md#{name}" in entry["help"]["markdown"] and
                         f"\n## {name}\n" in page, f"{name}: {entry}")


def check_fixes(report, hydracc, folder):
    """What a log says to write, put into the text, makes the message go away."""
    for text, clean in (
            ("double a[99], s;\nint main(void)\n{\n    #pragma hydra parallel for // of all\n"
             "    for (int i = 0; i < 99; i++)\n        s += a[i];\n    return s > 1;\n}\n", True),
            ("double a[99];\nint main(void)\n{\n    double \u00fc;\n#pragma  hydra parallel for\n"
             "    for (int i = 0; i < 99; i++) {\n        \u00fc = 2 * i;\n        a[i] = \u00fc + 1;\n    }\n    return 0;\n}\n", True),
            ("double a[99];\nint main(void)\n{\n#pragma omp parallel for schedule(static) reduction(+ : a[0:9])\n"
             "    for (int i = 0; i < 99; i++)\n        a[i % 9] += 1;\n    return 0;\n}\n", True),
            ("double a[99];\nint main(void)\n{\n#pragma Hydra parallel for\n"
             "    for (int i = 0; i < 99; i++)\n        a[i] = 1;\n    return 0;\n}\n", True),
            ("double a[99];\nint main(void)\n{\n#pragma hydra\n"
             "    for (int i = 0; i < 99; i++)\n        a[i] = 1;\n    return 0;\n}\n", True),
            ("double a[99];\nint main(void)\n{\n    double t;\n    _Pragma(\"hydra parallel for\")\n"
             "    for (int i = 0; i < 99; i++) {\n        t = i;\n        a[i] = t;\n    }\n    return 0;\n}\n", False)):
        (folder / "fix.c").write_text(text)
        result = run([hydracc, "--check", "-fdiagnostics-format=sarif", "fix.c"], cwd=folder)
        found = json.loads(result.err)["runs"][0]["results"]
        changes = [change for entry in found for fix in entry.get("fixes", []) for change in fix["artifactChanges"]]
        report.check(len(found) == 1 and len(changes) == clean, f"{text}{result.describe()}")
        for change in changes:
            (replacement,) = change["replacements"]
            region, lines = replacement["deletedRegion"], text.split("\n")
            line = lines[region["startLine"] - 1]
            lines[region["startLine"] - 1] = (line[:region["startColumn"] - 1] + replacement["insertedContent"]["text"] +
                                              line[region["endColumn"] - 1:])
            (folder / "fix.c").write_text("\n".join(lines))
            result = run([hydracc, "--check", "fix.c"], cwd=folder)
            report.check(change["artifactLocation"]["uri"] == "fix.c" and region["startLine"] == region["endLine"] and
                         result.status == 0 and result.err == "", "\n".join(lines) + result.describe())


def check_diagnostics(report, hydracc, folder):
    result = run([hydracc, "--check", "-fdiagnostics-format=json", "wrong.c"], cwd=folder)
    entries = json.loads(result.err)
    report.check(result.status == 1 and len(entries) == 1 and entries[0]["kind"] == "error", f"{result.describe()}")
    caret = entries[0]["locations"][0]["caret"]
    report.check((caret["file"], caret["line"], caret["column"]) == ("wrong.c", 4, 19), f"{caret}")
    result = run([hydracc, "--check", "-fdiagnostics-format=sarif", "wrong.c"], cwd=folder)
    log = json.loads(result.err)
    found = log["runs"][0]["results"]
    report.check(log["version"] == "2.1.0" and len(found) == 1 and found[0]["level"] == "error", f"{log}")
    region = found[0]["locations"][0]["physicalLocation"]["region"]
    # SARIF counts characters, of which two are longer than a byte here.
    report.check((region["startLine"], region["startColumn"], region["endColumn"]) == (4, 17, 18), f"{region}")
    result = run([hydracc, "--check", "-fdiagnostics-format=sarif", "stencil.c"], cwd=folder)
    names = [entry["ruleId"] for entry in json.loads(result.err)["runs"][0]["results"]]
    report.check("hydra-replicated" in names, f"{names}")
    check_rules(report, hydracc, folder)
    check_fixes(report, hydracc, folder)
    result = run([hydracc, "--check", "-fdiagnostics-format=json", "-w", "stencil.c"], cwd=folder)
    report.check(result.status == 0 and json.loads(result.err) == [], f"nothing to say: {result.describe()}")
    result = run([hydracc, "--check", "-fdiagnostics-format=json", "header.c"], cwd=folder)
    report.check(result.status == 1 and "nowhere.h" in json.loads(result.err)[0]["message"],
                 f"a missing header: {result.describe()}")
    result = run([hydracc, "--check", "-fdiagnostics-format=xml", "wrong.c"], cwd=folder)
    report.check(result.status == 2 and "sarif" in result.err, f"unknown format: {result.describe()}")


def main():
    with hydracc_test("cli.report", __doc__) as (report, hydracc, folder):
        (folder / "stencil.c").write_text(STENCIL)
        (folder / "triangle.c").write_text(TRIANGLE)
        (folder / "lookups.c").write_text(LOOKUPS)
        (folder / "places.c").write_text(PLACES)
        (folder / "rows.c").write_text(ROWS)
        (folder / "wrong.c").write_text(WRONG)
        (folder / "header.c").write_text('#include "nowhere.h"\n')
        for check in (check_text, check_movement, check_sweeps, check_sentences, check_places, check_rows, check_json,
                      check_run_time_choice, check_html, check_diagnostics):
            check(report, hydracc, folder)


if __name__ == "__main__":
    main()
