#!/usr/bin/env python3
"""Writes the first inputs of the fuzzer: the programs of tests/ and samples/, and some random ones, preprocessed with
headers that declare only what they use (a real <stdio.h> is most of a program's text, and nothing to mutate).

    corpus.py CC FOLDER FILE..."""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import program  # noqa: E402
import tree  # noqa: E402

DECLARED = {
    "printf": "int printf(const char *, ...);", "puts": "int puts(const char *);", "putchar": "int putchar(int);",
    "malloc": "void *malloc(unsigned long);", "calloc": "void *calloc(unsigned long, unsigned long);",
    "realloc": "void *realloc(void *, unsigned long);", "free": "void free(void *);", "exit": "void exit(int);",
    "atoi": "int atoi(const char *);", "abs": "int abs(int);",
    "memcpy": "void *memcpy(void *, const void *, unsigned long);",
    "memset": "void *memset(void *, int, unsigned long);", "size_t": "typedef unsigned long size_t;",
    **{f: f"double {f}(double);" for f in ("sqrt", "fabs", "floor", "sin", "cos", "exp", "log")},
    **{f: f"double {f}(double, double);" for f in ("fmin", "fmax", "fmod", "pow")},
}
MACROS = ("#define NULL ((void*)0)\n#define INT_MAX 2147483647\n#define M_PI 3.14159265358979\n#define assert(e) ((void)0)\n"
          "#define EXIT_SUCCESS 0\n#define EXIT_FAILURE 1\n#define bool _Bool\n#define true 1\n#define false 0\n")


def seed(cc, text):
    used = "\n".join(d for name, d in DECLARED.items() if re.search(rf"\b{name}\b", text))
    body = re.sub(r"(?m)^\s*#\s*include\s*<.*$", "", text)
    result = subprocess.run([cc, "-E", "-P", "-w", "-x", "c", "-"], input=MACROS + used + "\n" + body, text=True,
                            capture_output=True)
    return result.stdout if result.returncode == 0 else ""


def main():
    cc, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    texts = {pathlib.Path(f).stem: pathlib.Path(f).read_text(errors="replace") for f in sys.argv[3:]}
    texts.update({f"random_{s}": tree.render(program.make(s).tree()) for s in range(1, 30)})
    for name, text in texts.items():
        made = seed(cc, text)
        if 0 < len(made) < 12000:
            (folder / f"{name}.c").write_text(made)


if __name__ == "__main__":
    main()
