"""Pages in headless Chromium: what a page has become when its scripts have run, and what these complained of."""
import functools
import json
import pathlib
import re
import shutil
import urllib.parse

from harness import run

NAMES = ("chromium", "chromium-browser", "google-chrome")
MARK = "page-says:"
# In containers, and for root, there is no sandbox; /dev/shm may be small.
OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run")


@functools.cache
def browser():
    """The browser's path; None where there is none, or where it does not start (a container may forbid that)."""
    found = next((found for name in NAMES if (found := shutil.which(name))), None)
    if found is not None:
        started = run([found, *OPTIONS, "--dump-dom", "data:text/html,<p>here</p>"], timeout=120)
        if "<p>here</p>" not in started.out:
            print(f"browser.py: {found} does not start: {started.describe()}")
            return None
    return found


def command(page, *options):
    return [browser(), *OPTIONS, "--enable-logging=stderr", "--v=0", "--virtual-time-budget=10000", *options,
            pathlib.Path(page).resolve().as_uri()]


def complaints(text):
    """What pages have written to the console, but for what `ask` makes them say."""
    return [line for line in text.splitlines() if "CONSOLE" in line and MARK not in line]


def ask(page, script, width=1200, height=900):
    """Runs the script in a copy of the page when it is ready; its value, through JSON, and the console's lines."""
    text = pathlib.Path(page).read_text()
    asking = ("<script>window.addEventListener('load', () => { const answer = (() => {" + script +
              f"}})(); console.log('{MARK}' + encodeURIComponent(JSON.stringify(answer))); }});</script>")
    copy = pathlib.Path(page).with_suffix(".asked.html")
    copy.write_text(text.replace("</body></html>", asking + "</body></html>"))
    result = run(command(copy, f"--window-size={width},{height}", "--dump-dom"), timeout=120)
    said = re.search(re.escape(MARK) + r"([^\"\s]*)", result.err)
    answer = json.loads(urllib.parse.unquote(said.group(1))) if said else None
    return answer, complaints(result.err), result
