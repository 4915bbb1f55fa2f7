#!/usr/bin/env python3
"""What the pages of docs/lessons show is so: every command of every lesson, and of its exercise's solution, is run by
scripts/lesson.sh and prints what stands below it; the programs that they show are files of docs/lessons/programs or
samples; those files print what plain C prints; the pictures are those of the report; and samples/README.md
names every sample.

In a page's block of "console", a line that is "…" stands for any number of lines, and "…" in a line for any text.

    lessons_test.py --hydracc PATH [N...]        with numbers: only these lessons
    lessons_test.py --hydracc PATH --write N...  puts into the pages what the commands print, but where a block has "…"
"""
import argparse
import os
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from browser import browser  # noqa: E402
from harness import Report, difference, environment, run  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
LESSONS = ROOT / "docs/lessons"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)
LEFT_OUT = "…"


def matches(said, found):
    """Whether lines of a page, in which "…" may stand, are what was found."""
    pattern = ""
    for line in said:
        if line.strip() == LEFT_OUT:
            pattern += r"(?:[^\n]*\n)*?"
        else:
            pattern += "[^\n]*".join(re.escape(piece) for piece in line.split(LEFT_OUT)) + "\n"
    return re.fullmatch(pattern, "".join(line + "\n" for line in found)) is not None


def not_found(said, found):
    """The lines of a page that no line is like, for messages."""
    return "".join(f"  not there: {line}\n" for line in said if not any(matches([line], [one]) for one in found) and
                   line.strip() != LEFT_OUT)


def commands_of(text):
    """Commands, each with the lines below it, of a page's blocks of console."""
    found = []
    for language, _, body in BLOCK.findall(text):
        if language != "console":
            continue
        for line in body.splitlines():
            if line.startswith("$ "):
                found.append((line, []))
            else:
                found[-1][1].append(line)
    return found


def without_blank_ends(lines):
    text = "\n".join(lines).strip("\n")
    return text.split("\n") if text else []


def shown(out, commands):
    """What lesson.sh printed below each command; headings that it shows between them do not count."""
    parts, rest = [], out.splitlines()
    for command, _ in commands:
        if command not in rest:
            return None
        at = rest.index(command)
        parts.append(rest[:at])
        rest = rest[at + 1:]
    parts.append(rest)
    below = []
    for part in parts[1:]:
        heading = next((n for n in range(len(part) - 2) if part[n] == "" and re.match("##? ", part[n + 1]) and
                        part[n + 2] == ""), len(part))
        below.append(part[:heading])
    return below


def lesson(number, hydracc, part):
    env = environment({"PATH": f"{hydracc.parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"})
    return run([ROOT / "scripts/lesson.sh", number, *(["solution"] if part == "solution" else [])], env=env)


def parts_of(page):
    text = page.read_text()
    before, heading, solution = text.partition("\n## Solution")
    return [("lesson", before)] + ([("solution", solution)] if heading else [])


def check_lesson(report, page, hydracc):
    number = page.name[:2]
    report.check(re.match(rf"# {int(number)}\. ", page.read_text()) is not None, f"{page.name} begins without its number")
    report.check("\n## Exercise\n" in page.read_text() and "\n## Solution\n" in page.read_text(),
                 f"{page.name} has no exercise, or no solution")
    for part, text in parts_of(page):
        commands = commands_of(text)
        result = lesson(number, hydracc, part)
        below = shown(result.out, commands)
        if not report.check(result.status == 0 and result.err == "" and below is not None and commands,
                            f"{page.name}, {part}:\n{result.describe()}"):
            continue
        for (command, said), found in zip(commands, below):
            said, found = without_blank_ends(said), without_blank_ends(found)
            report.check(matches(said, found), f"{page.name}: {command}\n{not_found(said, found)}" +
                         difference("\n".join(said), "\n".join(found), "the page", "the run"))
    for language, name, body in BLOCK.findall(page.read_text()):
        if language == "c":
            source = next((f for f in (LESSONS / name, ROOT / name) if f.is_file()), None) if name else None
            if report.check(source is not None, f"{page.name} has a program that is no file: {name}"):
                report.check(matches(body.splitlines(), source.read_text().splitlines()),
                             f"{page.name}: {name} is not what it shows\n" +
                             difference(body, source.read_text(), "the page", name))


def rewrite(page, hydracc):
    """Puts what commands print into a page's blocks, but below commands where something is left out."""
    for part, text in parts_of(page):
        commands = commands_of(text)
        below = shown(lesson(page.name[:2], hydracc, part).out, commands)
        new = iter(zip(commands, below))

        def block(match):
            if match.group(1) != "console":
                return match.group(0)
            lines = []
            for line in match.group(3).splitlines():
                if line.startswith("$ "):
                    (command, said), found = next(new)
                    kept = any(LEFT_OUT in one for one in said) and matches(without_blank_ends(said), without_blank_ends(found))
                    lines += [command, *without_blank_ends(said if kept else found)]
            return "```console\n" + "\n".join(lines) + "\n```"
        page.write_text(page.read_text().replace(text, BLOCK.sub(block, text)))


def check_programs(report, hydracc, folder):
    """Each is a correct sequential program; where hydracc takes it as it stands, four ranks print the same."""
    for source in sorted((LESSONS / "programs").glob("*.c")):
        plain = run(["cc", "-O1", "-ffp-contract=off", "-w", source, "-o", folder / "plain", "-lm"])
        ours = run([hydracc, "--host=local", "-O1", "-w", source, "-o", folder / "ours", "-lm"])
        if not report.check(plain.status == 0, plain.describe()):
            continue
        expected = run([folder / "plain"])
        report.check(expected.status == 0 and expected.out != "", expected.describe())
        wanted = " is shared by all iterations" in ours.err or "loop is not parallel" in ours.err or "'break'" in ours.err
        if wanted and not source.stem.endswith("-solution"):
            continue  # the lesson is about the error
        found = run([folder / "ours"], env=environment({"HYDRA_RANKS": 4}))
        report.check(ours.status == 0 and found.status == 0 and found.out == expected.out,
                     f"{source.name}:\n{ours.describe()}\n{difference(expected.out, found.out, 'plain C', '4 ranks')}")


def check_script(report, hydracc, folder):
    """lesson.sh from another directory: its list, wrong numbers, and no hydracc."""
    script = ROOT / "scripts/lesson.sh"
    titles = [page.read_text().splitlines()[0][2:] for page in sorted(LESSONS.glob("[0-9]*.md"))]
    result = run([script], cwd=folder)
    report.check(result.status == 0 and result.out.endswith("\n".join(titles) + "\n"), result.describe())
    for wrong in (["99"], ["one"], ["1", "more"], ["1", "solution", "more"]):
        result = run([script, *wrong], cwd=folder)
        report.check(result.status == 2 and "scripts/lesson.sh N" in result.err, result.describe())
    tree = folder / "tree"  # where nothing has been built
    (tree / "scripts").mkdir(parents=True)
    (tree / "docs").symlink_to(ROOT / "docs")
    shutil.copy(script, tree / "scripts/lesson.sh")
    if not shutil.which("hydracc", path="/usr/bin:/bin"):
        result = run(["bash", tree / "scripts/lesson.sh", "1"], cwd=folder, env=environment({"PATH": "/usr/bin:/bin"}))
        report.check(result.status == 1 and "scripts/build.sh" in result.err, result.describe())


def check_index(report):
    """samples/README.md and docs/lessons/README.md have a row for each sample and lesson, and none for others."""
    text = (ROOT / "samples/README.md").read_text()
    rows = re.findall(r"^\| \[`([\w/.]+)`\]\(([\w/.]+)\) \|", text, re.M)
    named = sorted(target for _, target in rows)
    there = sorted(p.relative_to(ROOT / "samples").as_posix()
                   for p in [*(ROOT / "samples").glob("*.c"), *(ROOT / "samples/cmaps").glob("*.cmaps")])
    report.check(named == there and all(name == target for name, target in rows),
                 f"samples/README.md: {sorted(set(named) ^ set(there))}")
    text = (LESSONS / "README.md").read_text()
    for page in sorted(LESSONS.glob("[0-9]*.md")):
        title = page.read_text().splitlines()[0].split(". ", 1)[1]
        report.check(f"[{title}]({page.name})" in text, f"docs/lessons/README.md has no link to {page.name}: {title}")


def check_pictures(report, hydracc, folder):
    """The pictures are the report's, where there is a browser; each is shown by a lesson."""
    there = sorted(p.name for p in (LESSONS / "pictures").iterdir())
    pages = "".join(page.read_text() for page in LESSONS.glob("*.md"))
    for name in there:
        report.check(f"(pictures/{name})" in pages, f"no lesson shows {name}")
    for page in LESSONS.glob("[0-9]*.md"):
        report.check(f"(pictures/{page.name[:2]}-" in page.read_text(), f"{page.name} has no picture")
    if browser() is None:
        print("cli.lessons: pictures: not run: no chromium (scripts/deps.sh --tests installs it)")
        return
    drawn = run([sys.executable, "-B", ROOT / "docs/pictures/draw.py", "--hydracc", hydracc, folder], timeout=300)
    report.check(drawn.status == 0, drawn.describe())
    report.check(there and there == sorted(p.name for p in folder.iterdir()), f"other pictures: {there}")
    for name in (name for name in there if name.endswith(".svg")): # others are of points, which browsers draw differently
        # How browsers write the style down differs.
        drawn, shown = (re.sub("<style>.*?</style>", "", path.read_text(), flags=re.S) if path.is_file() else ""
                        for path in (folder / name, LESSONS / "pictures" / name))
        report.check(drawn == shown, f"docs/lessons/pictures/{name} is not what docs/pictures/draw.py draws")


def check_matching(report):
    report.check(matches(["a", "…", "d"], ["a", "b", "c", "d"]) and matches(["x … z"], ["x y z"]) and
                 not matches(["a", "d"], ["a", "b", "d"]) and not matches(["…", "e"], ["a", "d"]) and
                 not matches(["a … b"], ["a", "b"]), "… is not understood")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hydracc", required=True)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("numbers", nargs="*", type=int)
    options = parser.parse_args()
    hydracc = pathlib.Path(options.hydracc).resolve()
    report = Report("cli.lessons")
    pages = [page for page in sorted(LESSONS.glob("[0-9]*.md")) if not options.numbers or int(page.name[:2]) in options.numbers]
    if options.write:
        for page in pages:
            rewrite(page, hydracc)
        return
    for page in pages:
        check_lesson(report, page, hydracc)
    if not options.numbers:
        check_matching(report)
        with tempfile.TemporaryDirectory(prefix="hydra-lessons-") as name:
            for number, check in enumerate((check_programs, check_script, check_pictures)):
                folder = pathlib.Path(name) / str(number)
                folder.mkdir()
                check(report, hydracc, folder)
        check_index(report)
    report.finish()


if __name__ == "__main__":
    main()
