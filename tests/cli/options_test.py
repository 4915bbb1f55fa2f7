#!/usr/bin/env python3
"""The command line: what each option and each mistake does, its exit status, and that nothing is left half-written."""
import argparse
import json
import os
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Report, environment, run  # noqa: E402

GOOD = """#include <stdio.h>
static int a[10];
int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 10; i++)
        a[i] = i * i;
    printf("%d %d\\n", a[3], a[9]);
    return 0;
}
"""
BAD = GOOD.replace("parallel for", "paralel for")
SYNTAX = "int main(void) { return 0 }\n"
MISSING_FUNCTION = GOOD.replace("int main(void)", "int nobody(void);\nint main(void)").replace(
    "return 0;", "return nobody();")


def listing(folder):
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hydracc", required=True)
    hydracc = parser.parse_args().hydracc
    report = Report("cli.options")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-test-"))
    for name, text in (("good.c", GOOD), ("bad.c", BAD), ("syntax.c", SYNTAX), ("link.c", MISSING_FUNCTION)):
        (folder / name).write_text(text)
    before = listing(folder)

    def expect(what, args, status, err="", out="", clean=True, env=None):
        """Runs hydracc and compares the status and texts that must appear; `clean`: no new file may be there."""
        result = run([hydracc, *args], cwd=folder, env=env)
        report.check(result.status == status, f"{what}: status {result.status}, not {status}\n{result.describe()}")
        for text in [err] if isinstance(err, str) else err:
            report.check(text.lower() in result.err.lower(), f"{what}: '{text}' is missing\n{result.describe()}")
        report.check(out in result.out, f"{what}: '{out}' is missing on standard output\n{result.describe()}")
        if status != 0:
            report.check(result.err.strip() != "", f"{what}: no message")
        if clean:
            now = listing(folder)
            report.check(now == before, f"{what}: left behind {sorted(set(now) - set(before))}")
        return result

    try:
        # Information.
        expect("--version", ["--version"], 0, out="hydracc")
        result = expect("--help", ["--help"], 0, out="--target")
        for word in ("-o", "--host", "-S", "--check", "--cc", "--dump", "--save-temps", "-v"):
            report.check(word in result.out, f"--help does not mention {word}")

        for old in ("-std=c89", "-ansi", "-std=gnu90"):
            expect(old, [old, "--host=local", "good.c", "-o", "/dev/null"], 0)

        # Messages of the preprocessor, for editors: with their places, and nothing beside them.
        (folder / "missing.c").write_text('int x;\n#include "nothere.h"\n')
        before.append("missing.c")
        before.sort()
        found = json.loads(expect("json", ["--check", "-fdiagnostics-format=json", "missing.c"], 1).err)
        report.check([(m["message"], m["locations"][0]["caret"]["line"]) for m in found] ==
                     [("nothere.h: No such file or directory", 2)], f"places of the preprocessor: {found}")
        found = json.loads(expect("json", ["--check", "-fdiagnostics-format=json", "nofile.c"], 1).err)
        report.check(len(found) == 1 and "no such file" in found[0]["message"], f"no such file: {found}")

        # Mistakes on the command line: status 2.
        expect("no input", [], 2)
        expect("unknown option", ["--frobnicate", "good.c"], 2, err="--frobnicate")
        expect("near miss", ["--hots=local", "good.c"], 2, err="--host")
        expect("bad host", ["--host=smoke", "good.c"], 2, err="smoke")
        expect("bad target", ["--target=toaster", "good.c"], 2, err="toaster")
        expect("bad dump", ["--dump=nothing", "good.c"], 2, err="nothing")
        expect("-o without a name", ["good.c", "-o"], 2, err="-o")
        expect("kind of file", ["good.txt"], 2, err="good.txt")
        for option in ("--auto",):
            expect(option, [option, "good.c"], 2, err="not in this version")
        cmaps = "void f(out int x) { x = 1; }\ncoordination void g(out tile int a[]) { parallel (i in a) f(a[i]); }\n"
        for name in ("x.cmaps", "x.txt"):
            (folder / name).write_text(cmaps)
            before.append(name)
        before.sort()
        expect("CMAPS", ["--check", "x.cmaps"], 0)
        expect("CMAPS without main", ["x.cmaps"], 1, err="no 'main'")
        expect("CMAPS by -x", ["--check", "-x", "cmaps", "x.txt", "-x", "none", "x.cmaps"], 0)
        expect("CMAPS by -x alone", ["--check", "-xcmaps", "x.txt"], 0)
        expect("a misspelt language", ["-x", "cmap", "x.txt"], 2, err="c or cmaps or none")

        # Errors in the input and with files: status 1.
        expect("missing file", ["nowhere.c"], 1, err="nowhere.c")
        (folder / "folder.c").mkdir()
        before.append("folder.c")
        before.sort()
        expect("a folder", ["folder.c"], 1, err="folder.c")
        if os.geteuid() != 0:  # root reads everything
            (folder / "secret.c").write_text(GOOD)
            (folder / "secret.c").chmod(0)
            before.append("secret.c")
            before.sort()
            expect("unreadable file", ["secret.c"], 1, err="secret.c")
        expect("unknown directive", ["bad.c", "-o", "bad"], 1, err=["bad.c:5:", "parallel for", "error:"])
        expect("syntax error", ["syntax.c", "-o", "syntax"], 1, err=["syntax.c:1:", "error:"])
        expect("-S of an error", ["-S", "bad.c"], 1, err="bad.c:5:")
        expect("output in a missing folder", ["good.c", "-o", "nowhere/good"], 1, err="nowhere/good")
        expect("output below a device", ["good.c", "-o", "/dev/null/good"], 1, err="/dev/null/good")
        expect("-S into a missing place", ["-S", "good.c", "-o", "/dev/null/good"], 1, err="/dev/null/good")
        expect("output over the input", ["good.c", "-o", "good.c"], 1, err="good.c")
        report.check((folder / "good.c").read_text() == GOOD, "the input was overwritten")

        # Tools: status 3, and their output is shown.
        expect("missing compiler", ["--cc=no-such-compiler", "good.c", "-o", "good"], 3, err="no-such-compiler")
        expect("no compiler", ["--cc=/bin/false", "good.c", "-o", "good"], 3, err=["/bin/false", "status 1"])
        for flag in ("-Wno-hydra-nothing", "-Werror=hydra-nothing", "-Whydra-nothing"):
            expect(flag, [flag, "good.c", "-o", "good"], 2, err=["no warning 'hydra-nothing'", "hydra-whole"])
        (folder / "mainless.c").write_text("int a[9];\nint f(void)\n{\n#pragma hydra parallel for\n"
                                             "    for (int i = 0; i < 9; i++)\n        a[i] = i;\n    return 1;\n}\n")
        before = listing(folder)
        expect("no main", ["--host=local", "mainless.c", "-o", "good"], 1, err="has no 'main'")
        expect("two mains", ["--host=local", "good.c", "good.c", "-o", "good"], 1, err=["'main' already", "other one"])
        expect("no main needed", ["--check", "mainless.c"], 0)
        empty = folder / "empty"
        empty.mkdir()
        before.append("empty")
        before.sort()
        expect("nothing on PATH", ["good.c", "-o", "good"], 3, env=environment({"PATH": empty}))
        expect("a tool's error", ["--host=local", "link.c", "-o", "link"], 3, err="nobody")

        # --check analyses only.
        expect("--check", ["--check", "good.c"], 0)
        expect("--check of an error", ["--check", "bad.c"], 1, err="bad.c:5:")

        # Dumps go to standard output and build nothing.
        for form in ("ast", "ir", "footprints"):
            result = expect(f"--dump={form}", [f"--dump={form}", "good.c"], 0)
            report.check(len(result.out) > 40, f"--dump={form} shows nothing")

        # Commands: shown, and with -### only shown.
        result = expect("-###", ["-###", "--host=local", "good.c", "-o", "good"], 0)
        report.check("cc" in result.err + result.out and "-ffp-contract=off" in result.err + result.out,
                     f"-### does not show the compiler's command\n{result.describe()}")
        result = expect("-v", ["-v", "--host=local", "good.c", "-o", "good"], 0, clean=False)
        report.check("-ffp-contract=off" in result.err + result.out, "-v does not show the compiler's command")
        report.check(run([folder / "good"]).out == "9 81\n", "the program of -v does not run")
        (folder / "good").unlink()
        expect("a.out", ["--host=local", "good.c"], 0, clean=False)
        report.check(run([folder / "a.out"]).out == "9 81\n", "a.out does not run")
        (folder / "a.out").unlink()
        report.check(listing(folder) == before, f"temporary files are left: {set(listing(folder)) - set(before)}")

        # Options for the native compiler get there.
        (folder / "macro.c").write_text(GOOD.replace("i * i", "i * FACTOR"))
        expect("-D", ["--host=local", "-DFACTOR=2", "-O3", "-g", "-Wall", "-Wextra", "-Werror=format", "macro.c", "-o",
                      "macro"], 0, clean=False)
        report.check(run([folder / "macro"]).out == "6 18\n", "-DFACTOR=2 has no effect")

        # --save-temps keeps what is otherwise thrown away.
        others = set(listing(folder))
        expect("--save-temps", ["--save-temps", "--host=local", "good.c", "-o", "good"], 0, clean=False)
        kept = set(listing(folder)) - others - {"good"}
        report.check(bool(kept), "--save-temps keeps nothing")

        # An old result survives a failed build; a failed build leaves no new one.
        (folder / "old").write_text("old")
        result = run([hydracc, "--host=local", "link.c", "-o", "old"], cwd=folder)
        report.check(result.status == 3 and (folder / "old").read_text() == "old",
                     "a failed build overwrites or removes the old executable")
        expect_fp = run([hydracc, "--host=local", "-ffast-math", "good.c", "-o", "fast"], cwd=folder)
        report.check(expect_fp.status == 0 and "hydra-fp" in expect_fp.err, "-ffast-math has no note [hydra-fp]")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    main()
