"""Plays all games while processes, disks and connections fail, and counts what is lost.

    python -m tests.soak                  some minutes, two trials at a time
    python -m tests.soak --long           some hours, for a night
    python -m tests.soak --seed 5         other games and other failures
    python -m tests.soak --only weeks     only the trials of one kind
    python -m tests.soak kill ducks 1 4 2 one trial, written as in the output

The trials and their arguments:

    kill GAME SEED ACTS STRIDE     a kill at every call to the disk: see `sweep.py`
    break GAME SEED ACTS STRIDE    one call to the disk fails
    outage GAME SEED ACTS STRIDE   forty calls to the disk fail one after the other
    power GAME SEED STRIDE         power cuts: see `power.py`
    bot SEED LIVES                 the bot on the sandbox: see `bot.py`
    workers SEED LIVES             three workers on PostgreSQL: see `workers.py`
    weeks ENGINE SEED GAMES HURRY  games of a week (HURRY 1), or shorter ones: see `weeks.py`

The exit status is 1 if anything was lost, doubled or wrong, or somebody lost time unfairly.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from players.games import GAMES
from tests.soak import weeks
from tests.soak.bot import BotTrial
from tests.soak.judge import Weeks
from tests.soak.power import Power
from tests.soak.story import Story
from tests.soak.sweep import Sweep
from tests.soak.tally import Figures, Tally
from tests.soak.workers import WorkersTrial

ROOT = Path(__file__).parents[2]
KEYS = [game.info.key for game in GAMES]

BACKENDS = ("sqlite", "postgresql")
"""Backends on which games of a week are played."""

FAILURES = {"kill": 0, "break": 1, "outage": 40}
"""Trials of `sweep.py`, each with the number of calls that fail."""

MEMORY = Path("/dev/shm")
"""Folder for the files. Memory is fast, and `power.py` simulates the losses of a real disk."""

MANY = 10_000
"""More acts than any game has."""


def plan(seed: int, *, long: bool) -> list[list[str]]:
    """Return the command line of each trial, the longest first."""
    if long:
        lines = [f"workers {seed} 140"]
        lines += [f"bot {seed + number} 300" for number in range(10)]
        sweeps = [f"kill {{}} {{}} {MANY} 1", f"break {{}} {{}} {MANY} 1"]
        sweeps += [f"outage {{}} {{}} {MANY} 3", "power {} {} 1"]
        lines += [f"weeks sqlite {seed + number} 50 1" for number in range(20)]
        seeds = range(seed, seed + 4)
    else:
        lines = [
            f"workers {seed} 20",
            f"bot {seed} 25",
            f"bot {seed + 1} 25",
            *(f"weeks {backend} {seed} 10 1" for backend in BACKENDS),
        ]
        sweeps = ["kill {} {} 4 2", "break {} {} 3 3", "outage {} {} 3 9", "power {} {} 9"]
        seeds = range(seed, seed + 1)
    lines += [line.format(key, number) for number in seeds for line in sweeps for key in KEYS]
    return [line.split() for line in lines]


def run(trial: list[str], folder: Path) -> Figures:
    """Run one trial in this process, with its files in a folder that is empty."""
    kind, *words = trial
    if kind == "weeks":
        backend, *numbers = words
        return weeks.run(backend, *map(int, numbers), folder)
    if kind in ("bot", "workers"):
        seed, lives = map(int, words)
        logging.getLogger("aiohttp.server").disabled = True  # it logs each lost answer
        trial_of = WorkersTrial if kind == "workers" else BotTrial
        return asyncio.run(trial_of(seed, folder).run(lives))
    key, seed, *numbers = words
    story = Story(key, int(seed))
    if kind == "power":
        return Power(story, folder).run(*map(int, numbers))
    acts, stride = map(int, numbers)
    return Sweep(story, folder).run(acts, stride, FAILURES[kind])


def run_apart(trial: list[str]) -> tuple[list[str], Figures]:
    """Run a trial in a process of its own; return the trial and its figures."""
    command = [sys.executable, "-m", "tests.soak", "--json", *trial]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    kind = Weeks if trial[0] == "weeks" else Tally
    found = kind.load(lines[-1]) if lines else kind(wrong=["the trial itself has failed"])
    if not found.is_good:
        sys.stderr.write(done.stderr)
    return trial, found


def run_all(trials: list[list[str]]) -> bool:
    """Run trials, two at a time, and print their figures; return whether all are good."""
    totals = {Tally: Tally(), Weeks: Weeks()}
    with ThreadPoolExecutor(2) as pool:
        for trial, found in pool.map(run_apart, trials):
            print(f"{' '.join(trial):<24}{found}", *found.wrong, sep="\n    ", flush=True)
            totals[type(found)].add(found)
    for total in totals.values():
        print(f"{'all':<24}{total}")
    return all(total.is_good for total in totals.values())


def main() -> int:
    """Do what the command line says, and return the exit status."""
    about, _, _ = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=about)
    parser.add_argument("--long", action="store_true", help="take some hours")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", metavar="KIND", help="run only trials of one kind")
    parser.add_argument("--json", action="store_true", help="print the result as a line of JSON")
    parser.add_argument("trial", nargs="*")
    chosen = parser.parse_args()
    if not chosen.trial:
        trials = plan(chosen.seed, long=chosen.long)
        return int(not run_all([each for each in trials if chosen.only in (each[0], "")]))
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        found = run(chosen.trial, Path(folder))
    if isinstance(found, Tally) and not found.acts:
        found.wrong.append("nobody has acted, so nothing was tried")
    print(found.dump() if chosen.json else "\n".join([str(found), *found.wrong]))
    return int(not found.is_good)


if __name__ == "__main__":
    sys.exit(main())
