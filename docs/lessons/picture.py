#!/usr/bin/env python3
"""Draws who computes what of a two-dimensional array, and what travels, from what HYDRA_EXPLAIN=told.json has written.

    picture.py told.json jacobi.c:49 parts  > parts.svg     a bar for each rank's rows, an arrow for each message
    picture.py told.json jacobi.c:49 points > points.svg    each point with its rank's number; what is sent is hatched
    picture.py --hydracc PATH --all FOLDER                  the lessons' pictures, by dry runs

The last launch of the loop at that line is drawn. Python's standard library only."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SAMPLE = HERE.parents[1] / "samples/jacobi.c"
PICTURES = {  # file: environment, program's arguments, how it is drawn
    "02-rows.svg": ({}, ["200", "2"], "parts"),
    "08-block.svg": ({"HYDRA_PARTITION": "block"}, ["14", "2"], "points"),
    "08-cyclic.svg": ({"HYDRA_PARTITION": "cyclic"}, ["14", "2"], "points"),
    "08-block-cyclic.svg": ({"HYDRA_PARTITION": "block-cyclic:2"}, ["14", "2"], "points"),
    "08-grid.svg": ({"HYDRA_PARTITION": "grid"}, ["14", "2"], "points"),
}
FILLS = ["#ffffff", "#cfe3f3", "#f7e3b5", "#d5d5d5", "#e6d3ea", "#cdeadd", "#f6d0c4", "#eef0b0"]  # numbers say it, too
STYLE = 'font-family="sans-serif" font-size="{size}"'

PIECE = re.compile(r"(?:every (?P<step>\d+)\w\w row from (?P<from>\d+) to (?P<last>\d+)|rows? (?P<first>\d+)(?: to (?P<end>\d+))?)"
                   r"(?:, columns? (?P<left>\d+)(?: to (?P<right>\d+))?)?")


def boxes(words):
    """The boxes of what an explanation says, 'row 3, columns 1 to 12 and rows 8 to 9': (rows, columns or None)."""
    found = []
    for piece in PIECE.finditer(words):
        if piece["step"]:
            rows = range(int(piece["from"]), int(piece["last"]) + 1, int(piece["step"]))
        else:
            rows = range(int(piece["first"]), int(piece["end"] or piece["first"]) + 1)
        columns = range(int(piece["left"]), int(piece["right"] or piece["left"]) + 1) if piece["left"] else None
        found.append((rows, columns))
    if not found:
        sys.exit(f"picture.py: cannot draw '{words}'")
    return found


def last_launch(lines, at):
    """What is written of the last launch there: each rank's part, and the messages."""
    here = [line for line in lines if line.get("at") == at and "launches" in line]
    if not here:
        sys.exit(f"picture.py: nothing is written of {at}")
    last = max(line["launches"][-1] for line in here)
    here = [line for line in here if line["launches"][-1] == last]
    return ([line for line in here if line["kind"] == "part"], [line for line in here if line["kind"] == "coherence"])


def written(part):
    return [box for array in part["arrays"] if array["writes"] for box in boxes(array["writes"])]


def svg(width, height, content):
    hatching = ('<defs><pattern id="h" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
                '<line x1="0" y1="0" x2="0" y2="6" stroke="black" stroke-width="1.4"/></pattern>'
                '<marker id="a" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
                '<path d="M0,0 L8,4 L0,8 z"/></marker></defs>')
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
                      hatching, f'<rect width="{width}" height="{height}" fill="white"/>', *content, "</svg>"]) + "\n"


def text(x, y, words, size=14, anchor="start"):
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" {STYLE.format(size=size)}>{words}</text>'


def parts_picture(parts, messages):
    """A bar for each rank, one below the other; between two bars the messages that cross, each with its arrow."""
    top, height, gap, left, width = 20, 64, 46, 20, 250
    where = {part["rank"]: top + n * (height + gap) for n, part in enumerate(sorted(parts, key=lambda p: p["rank"]))}
    content = []
    for part in parts:
        y, rows = where[part["rank"]], [rows for rows, _ in written(part)]
        content += [f'<rect x="{left}" y="{y}" width="{width}" height="{height}" fill="{FILLS[part["rank"] % len(FILLS)]}" '
                    'stroke="black"/>',
                    text(left + 12, y + 27, f"rank {part['rank']}", 16),
                    text(left + 12, y + 48, f"writes rows {rows[0][0]} to {rows[-1][-1]}")]
    for message in messages:
        source, target = where[message["from"]], where[message["to"]]
        if abs(message["from"] - message["to"]) != 1:
            sys.exit("picture.py: ranks that are no neighbours; draw points")
        down = target > source
        x = left + (80 if down else 200)
        begin, end = (source + height, target) if down else (source, target + height)
        strip = begin - 8 if down else begin
        content += [f'<rect x="{left}" y="{strip}" width="{width}" height="8" fill="url(#h)"/>',
                    f'<line x1="{x}" y1="{begin}" x2="{x}" y2="{end}" stroke="black" stroke-width="2" marker-end="url(#a)"/>',
                    text(x - 6, (begin + end) // 2 + 5, message["part"], 13, "end")]
    return svg(left * 2 + width, top * 2 + len(parts) * height + (len(parts) - 1) * gap, content)


def points_picture(parts, messages):
    """A square for each point, with its rank's number; hatched where it is sent."""
    owner, sent = {}, set()
    for part in parts:
        owner.update(((i, j), part["rank"]) for rows, columns in written(part) for i in rows for j in columns)
    columns_of = {i: [j for k, j in owner if k == i] for i, _ in owner}
    for message in messages:
        sent.update((i, j) for rows, columns in boxes(message["part"]) for i in rows
                    for j in (columns if columns is not None else columns_of[i]))
    size, left, top = 22, 34, 30
    first_row, first_column = (min(point[axis] for point in owner) for axis in (0, 1))
    last_row, last_column = (max(point[axis] for point in owner) for axis in (0, 1))
    content = []
    for j in range(first_column, last_column + 1):
        content.append(text(left + (j - first_column) * size + size // 2, top - 9, j, 11, "middle"))
    for i in range(first_row, last_row + 1):
        content.append(text(left - 7, top + (i - first_row) * size + 15, i, 11, "end"))
        for j in range(first_column, last_column + 1):
            x, y = left + (j - first_column) * size, top + (i - first_row) * size
            square = f'x="{x}" y="{y}" width="{size}" height="{size}"'
            content.append(f'<rect {square} fill="{FILLS[owner[i, j] % len(FILLS)]}" stroke="black" stroke-width="0.7"/>')
            if (i, j) in sent:
                content += [f'<rect {square} fill="url(#h)"/>',
                            f'<circle cx="{x + size // 2}" cy="{y + size // 2}" r="8" fill="white"/>']
            content.append(text(x + size // 2, y + 16, owner[i, j], 14, "middle"))
    bytes_sent = sum(message["bytes"] for message in messages)
    below = top + (last_row - first_row + 1) * size
    content.append(text(left, below + 20, f"{bytes_sent:,} bytes in {sum(m['messages'] for m in messages)} messages", 13))
    return svg(left + (last_column - first_column + 1) * size + 12, below + 32, content)


def draw(lines, at, kind):
    return {"parts": parts_picture, "points": points_picture}[kind](*last_launch(lines, at))


def read(path):
    return [json.loads(line) for line in pathlib.Path(path).read_text().splitlines()]


def draw_all(hydracc, to):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "jacobi.c").write_bytes(SAMPLE.read_bytes())
        subprocess.run([hydracc, "--host=local", "jacobi.c", "-o", "jacobi"], cwd=folder, check=True)
        for picture, (settings, arguments, kind) in PICTURES.items():
            env = {k: v for k, v in os.environ.items() if not k.startswith("HYDRA_")}
            env.update(settings, HYDRA_DRYRUN="4", HYDRA_EXPLAIN="told.json", HYDRA_STATS="counters.json")
            subprocess.run([folder / "jacobi", *arguments], cwd=folder, env=env, check=True)
            (to / picture).write_text(draw(read(folder / "told.json"), "jacobi.c:49", kind))


def main():
    arguments = sys.argv[1:]
    if len(arguments) == 4 and arguments[0] == "--hydracc" and arguments[2] == "--all":
        draw_all(pathlib.Path(arguments[1]).resolve(), pathlib.Path(arguments[3]))
    elif len(arguments) == 3 and arguments[2] in ("parts", "points"):
        print(draw(read(arguments[0]), *arguments[1:]), end="")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
