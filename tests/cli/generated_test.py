#!/usr/bin/env python3
"""hydracc -S: what it writes builds with make, is the same on every run, and never overwrites a stranger's file."""
import argparse
import os
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import MPIRUN, Report, environment, run  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


def contents(folder):
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def check_for_reading(report, hydracc, folder, files):
    """What a person meets: few lines, each file for one thing, the program's own names."""
    main, loops, fast = (files[f"jacobi{end}"] for end in (".c", "_loops.h", "_fast.h"))
    lines = [len(text.splitlines()) for text in (main, loops)]
    report.check(lines[0] <= 160 and sum(lines) <= 260, f"{lines} lines in jacobi.c and jacobi_loops.h")
    report.check("#line" not in main + loops + fast, "#line in a translation for reading")
    wide = [line for text in (main, loops) for line in text.splitlines() if len(line) > 120]
    report.check(not wide, f"wide lines: {wide}")
    for part in (" *   line 49, 1 <= i < n - 1, with rows of to: rows i - 1 and i + 1 of from beyond its own, "
                 "8 * (n - 2) bytes each\n", "hydra_rt_parallel(&relax_49_loop, ", '#include "jacobi_loops.h"'):
        report.check(part in main, f"{part!r} is missing in\n{main}")
    for part in ("static void relax_49_body(", " *   reads from[i - 1][j]: rows lo - 1 to hi - 1, columns 1 to n - 1\n"):
        report.check(part in loops, f"{part!r} is missing in\n{loops}")
    report.check("ot for reading" in fast and "jacobi_loops.h" in files["README"], files["README"])
    report.check(all(str(folder) not in text for text in files.values()), "a path of this machine in a translation")
    result = run([hydracc, "-S", "-g", "jacobi.c", "-o", "debugged"], cwd=folder)
    debugged = contents(folder / "debugged")
    report.check(result.status == 0 and b"#line" in debugged["jacobi.c"] and "jacobi_fast.h" not in debugged,
                 f"-S -g\n{result.describe()}")
    (folder / "own_loops.h").write_text("enum { COUNT = 30 };\n")
    (folder / "own.c").write_text("""#include "own_loops.h"
static int a[COUNT];
int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < COUNT; i++)
        a[i] = i;
    return a[7] != 7;
}
""")
    result = run([hydracc, "-S", "own.c", "-o", "own"], cwd=folder)
    report.check(result.status == 0 and not (folder / "own/own_loops.h").exists(), result.describe())
    # The user's text stays as it is, in structs with comments and in wide lines with quotation marks.
    texts = [r'''struct P {
    int x; // old: int y;
    int z;
};''', r'''"a rather long text, with commas, and a mark %c, more, and more of it, until it is wide, %g\\n"''', """'"'"""]
    (folder / "texts.c").write_text("#include <stdio.h>\n" + texts[0] + """
static struct P p = {1, 2};
static double a[60];
int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 60; i++)
        a[i] = i * p.z;
    printf(""" + texts[1] + ", " + texts[2] + """, a[59]);
    return 0;
}
""")
    result = run([hydracc, "-S", "--host=local", folder / "texts.c", "-o", "texts"], cwd=folder)
    text = (folder / "texts/texts.c").read_text()
    report.check(result.status == 0 and all(part in text for part in texts), text)
    result = run(["make", "-C", "texts", f"HYDRACC_PREFIX={pathlib.Path(hydracc).resolve().parent.parent}"], cwd=folder)
    report.check(result.status == 0, result.describe())
    report.check("until it is wide, 118" in run([folder / "texts/texts"]).out, "texts differ")
    check_own_lines(report, hydracc, folder)
    check_kernels(report, hydracc, folder)
    check_widths(report, hydracc, folder)
    # Macros that change, by themselves or behind others, stay in one file, which says why.
    for name, define, use, why in (("macro.c", "", "STEP * i", "the macro 'STEP' changes behind"),
                                   ("behind.c", "#define TWICE(i) (STEP * (i))", "TWICE(i)", "the macro 'STEP' changes behind"),
                                   ("pasted.c", "#define PASTED(x) ST##x", "PASTED(EP) * i", "the macro 'STEP' changes behind"),
                                   ("mine.c", "#define assert(x) x", "assert(2 * i)", "'assert' is not that of"),
                                   ("library.c", "#define SHOWN(i) (i + 0 * (int)sizeof #i)", "SHOWN(2 * i + 0 * __LINE__)", "makes text of what it is given"),
                                   ("nested.c", "#include <assert.h>", "(assert(__LINE__ > 0), 2 * i)", "an assert asks"),
                                   ("told.c", "#define HERE(i) (i + 0 * __LINE__)", "HERE(2 * i)", "the macro 'HERE' asks for lines")):
        (folder / name).write_text(f"""#include <stdio.h>
#define STEP 2
{define}
static int a[60];
int main(void)
{{
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        a[{use}] = i;
    printf("%d\\n", a[20]);
    return 0;
}}
#undef STEP
#define STEP 3
""")
        result = run([hydracc, "-S", "--host=local", name, "-o", "one"], cwd=folder)
        text = (folder / "one" / name).read_text()
        report.check(result.status == 0 and why in text.splitlines()[0], f"{text[:200]}\n{result.describe()}")
        report.check(built(hydracc, folder, "one") == "10\n", f"{name} prints something else")


def built(hydracc, folder, name):
    """What the translation prints, when make has built it."""
    made = run(["make", "-C", name, f"HYDRACC_PREFIX={pathlib.Path(hydracc).resolve().parent.parent}"], cwd=folder)
    programs = [path for path in (folder / name).iterdir() if path.suffix == "" and os.access(path, os.X_OK) and path.is_file()]
    outputs = "".join(run([path]).out for path in programs)
    for path in programs:
        path.unlink()
    return outputs if made.status == 0 else made.describe()


def check_kernels(report, hydracc, folder):
    """OpenCL's kernels are files of their own, which hold together what the program holds as strings otherwise."""
    for options, name in ((["-S"], "kernels"), (["-S", "-g"], "whole")):
        result = run([hydracc, "--target=opencl", "--host=local", *options, "jacobi.c", "-o", name], cwd=folder)
        report.check(result.status == 0, result.describe())
    files = {name: text.decode() for name, text in contents(folder / "kernels").items()}
    made = "".join(files.get(f"jacobi_kernels{end}", "") for end in (".cl", "_fast.cl"))
    array = (folder / "whole/jacobi.c").read_text().split("hydra_opencl_source[] = {\n")[-1].split("    0,\n};")[0]
    held = array.replace('\\n",\n', "\n").replace('    "', "").replace('\\"', '"').replace("\\\\", "\\")

    def code(text):
        return sorted(line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("/*"))

    report.check(code(made) == code(held) and len(code(made)) > 100, f"{set(code(made)) ^ set(code(held))}")
    report.check("#pragma OPENCL FP_CONTRACT OFF" in files["jacobi_kernels.cl"].splitlines()[:4], files["jacobi_kernels.cl"][:300])
    report.check("in_page" not in files["jacobi_kernels.cl"] and "jacobi_kernels.cl" in files["README"], files["README"])


def check_widths(report, hydracc, folder):
    """What people read fits 120 columns, but for lines of the program's own that do not."""
    for sample in ("adi", "floyd", "heat2d", "blackscholes"):
        result = run([hydracc, "-w", "-S", "--host=local", ROOT / f"samples/{sample}.c", "-o", f"wide_{sample}"], cwd=folder)
        own = set((ROOT / f"samples/{sample}.c").read_text().splitlines())
        wide = [line for name in (f"{sample}.c", f"{sample}_loops.h")
                for line in (folder / f"wide_{sample}" / name).read_text().splitlines() if len(line) > 120 and line not in own]
        report.check(result.status == 0 and wide == [], f"{sample}: {wide}")


def check_own_lines(report, hydracc, folder):
    """__LINE__, __FILE__ and assert mean the original's lines in files that have others."""
    (folder / "own_lines.c").write_text("""#include <assert.h>
#include <stdio.h>
static int a[60];
int main(int argc, char **argv)
{
    assert(argc < 3);
#pragma hydra parallel for
    for (int i = 0; i < 60; i++) {
        assert(i >= 0 &&
               "__LINE__");
        a[i] = __LINE__; // __LINE__ assert(x)
    }
    printf("__FILE__ %s %d %d\\n", __FILE__, __LINE__, a[9]);
    assert(a[9] == 11); assert(argc < 2);
    return 0;
}
""")
    result = run([hydracc, "-S", "--host=local", folder / "own_lines.c", "-o", "far"], cwd=folder)
    named = [line for path in (folder / "far").iterdir() for line in path.read_text().splitlines() if str(folder) in line]
    report.check(result.status == 0 and len(named) == 2 and named[0].startswith("/* ") and "HYDRA_FILE" in named[1], f"{named}")
    report.check(built(hydracc, folder, "far") == f"__FILE__ {folder}/own_lines.c 13 11\n", "the path is another one")
    result = run([hydracc, "-S", "--host=local", "own_lines.c", "-o", "own_lines"], cwd=folder)
    loops = folder / "own_lines/own_lines_loops.h"
    report.check(result.status == 0 and loops.exists() and "a[i] = 11; // __LINE__ assert(x)" in loops.read_text(), result.describe())
    report.check(built(hydracc, folder, "own_lines") == "__FILE__ own_lines.c 13 11\n", "lines are others")
    run(["make", "-C", "own_lines", f"HYDRACC_PREFIX={pathlib.Path(hydracc).resolve().parent.parent}"], cwd=folder)
    for arguments, said in ((["x"], "own_lines.c:14: main: Assertion `argc < 2' failed"),
                            (["x", "y"], "own_lines.c:6: main: Assertion `argc < 3' failed")):
        ended = run([folder / "own_lines/own_lines", *arguments])
        report.check(ended.status != 0 and said in ended.err, ended.describe())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hydracc", required=True)
    hydracc = parser.parse_args().hydracc
    report = Report("cli.generated")
    on_path = environment({"PATH": f"{pathlib.Path(hydracc).resolve().parent}:{os.environ['PATH']}"})
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-test-"))
    try:
        shutil.copy(ROOT / "samples/jacobi.c", folder / "jacobi.c")
        source = (folder / "jacobi.c").read_text()

        result = run([hydracc, "-S", "jacobi.c"], cwd=folder)
        made = folder / "jacobi.hydra"
        if not report.check(result.status == 0 and made.is_dir(), f"-S fails\n{result.describe()}"):
            report.finish()
        first = contents(made)
        report.check("Makefile" in first, f"no Makefile: {sorted(first)}")
        report.check(any(name.endswith(".c") for name in first), f"no C source: {sorted(first)}")

        # The same input gives the same bytes, wherever and whenever; a second run overwrites its own files.
        report.check(run([hydracc, "-S", "jacobi.c"], cwd=folder).status == 0, "a second -S fails")
        report.check(contents(made) == first, "a second -S writes other bytes")
        report.check(run([hydracc, "-S", "jacobi.c", "-o", "elsewhere"], cwd=folder).status == 0, "-S -o fails")
        report.check(contents(folder / "elsewhere") == first, "-S -o writes other bytes")

        # The user's lines stand in the generated source wherever nothing changes.
        text = b"".join(v for k, v in first.items() if k.endswith(".c")).decode()
        for line in ("/* Jacobi's method for the temperature of a square plate.", "#include <stdio.h>",
                     "static double start(int n, int i, int j)", "    int middle = n / 2;"):
            report.check(line in text, f"the user's line is gone: {line}")
        check_for_reading(report, hydracc, folder, {k: v.decode() for k, v in first.items()})

        # It builds with make, with no warning under -Wall -Wextra, and runs.
        result = run(["make", "-C", made], env=on_path, timeout=120)
        report.check(result.status == 0, f"make fails\n{result.describe()}")
        report.check("warning:" not in result.err, f"make warns\n{result.describe()}")
        run(["gcc", "-O1", "-ffp-contract=off", "-w", "jacobi.c", "-o", "sequential", "-lm"], cwd=folder)
        expected = run([folder / "sequential"])
        for command in ([made / "jacobi"], [*MPIRUN, "-n", "2", made / "jacobi"]):
            result = run(command)
            report.check(result.out == expected.out and result.status == 0, f"differs\n{result.describe()}")
        run(["make", "-C", made, "clean"])
        result = run([hydracc, "-S", "--host=local", "jacobi.c", "-o", "local.hydra", "-Wall", "-Wextra"], cwd=folder)
        report.check(result.status == 0, f"-S --host=local fails\n{result.describe()}")
        result = run(["make", "-C", folder / "local.hydra"], env=on_path, timeout=120)
        report.check(result.status == 0 and "warning:" not in result.err, f"make (local)\n{result.describe()}")
        result = run([folder / "local.hydra/jacobi"], env=environment({"HYDRA_RANKS": 3}))
        report.check(result.out == expected.out, f"differs (local)\n{result.describe()}")

        # Functions that have names of the system's get others in the object files, by make too.
        for unit in sorted((ROOT / "tests/programs/multi_own_names").glob("*.c")):
            shutil.copy(unit, folder)
        result = run([hydracc, "-S", "--host=local", "main.c", "office.c", "-o", "own.hydra"], cwd=folder)
        report.check(result.status == 0, f"-S of own names fails\n{result.describe()}")
        result = run(["make", "-C", folder / "own.hydra"], env=on_path, timeout=120)
        report.check(result.status == 0 and "warning:" not in result.err, f"make (own names)\n{result.describe()}")
        run(["gcc", "-O1", "-ffp-contract=off", "-w", "main.c", "office.c", "-o", "sequential"], cwd=folder)
        expected = run([folder / "sequential"], cwd=folder)
        result = run([folder / "own.hydra/main"], env=environment({"HYDRA_RANKS": 3}), cwd=folder)
        report.check(result.out == expected.out != "", f"differs (own names)\n{result.describe()}")

        # Strangers' files stay as they are, and hydracc says so.
        stranger = folder / "mine"
        stranger.mkdir()
        for name in first:
            (stranger / name).parent.mkdir(parents=True, exist_ok=True)
            (stranger / name).write_text("mine\n")
        (stranger / "other.txt").write_text("mine\n")
        before = contents(stranger)
        result = run([hydracc, "-S", "jacobi.c", "-o", "mine"], cwd=folder)
        report.check(result.status == 1 and result.err.strip() != "", f"overwrites files?\n{result.describe()}")
        report.check(contents(stranger) == before, "-S overwrote files that it had not written")

        # An error leaves the earlier result alone.
        (folder / "jacobi.c").write_text(source.replace("parallel for", "parallel four", 1))
        before = contents(made)
        report.check(run([hydracc, "-S", "jacobi.c"], cwd=folder).status == 1, "an error is not noticed")
        report.check(contents(made) == before, "an error left a half-written result")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    main()
