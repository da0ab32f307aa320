"""Makes faults in the bot's code, one at a time, and reports which of them the tests catch.

    python -m tests.faults quick RESULTS   run `make quick` with each fault, until a test fails
    python -m tests.faults test RESULTS    run `make test` with the faults missed so far
    python -m tests.faults tell RESULTS    print a table of the results, and the missed faults
    python -m tests.faults find            check that the code still has the text of each fault
    python -m tests.faults draw SEED       draw new faults by a seed, and rewrite faults.txt

RESULTS is a file with a line for each run: target, verdict, seconds, the first test that failed,
and the fault. An interrupted command continues after the last line of that file.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.faults import listed, witness
from tests.faults.places import find_places

if TYPE_CHECKING:
    from tests.faults.listed import Fault

ROOT = Path(__file__).parents[2]


def main() -> None:
    """Run the chosen command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in (*witness.SECONDS, "tell"):
        commands.add_parser(name).add_argument("results", type=Path)
    commands.add_parser("find")
    commands.add_parser("draw").add_argument("seed", type=int)
    chosen = parser.parse_args()
    if chosen.command == "draw":
        listed.write(listed.draw(find_places(ROOT), chosen.seed))
        return
    faults = [fault for fault in listed.read() if not fault.struck]
    if chosen.command == "find":
        sys.exit(_find(faults))
    if chosen.command != "tell":
        _judge(chosen.command, faults, chosen.results)
    _tell(faults, chosen.results)


def _find(faults: list[Fault]) -> int:
    """Print the faults that have moved or are lost, and return the number of lost ones.

    A fault is lost if `Fault.find` cannot determine its place.
    """
    places, lost = find_places(ROOT), 0
    for fault in faults:
        try:
            place = fault.find(places)
        except LookupError as error:
            print(error)
            lost += 1
        else:
            if place.function != fault.function:
                print(f"{fault.function}: now in {place.function}: {fault.old}")
    print(f"{len(faults) - lost} of {len(faults)} faults were found in the code.")
    return lost


def _judge(target: str, faults: list[Fault], results: Path) -> None:
    """Run a make target with each fault that has no result yet, and print the results.

    All targets but `quick` run only with the faults missed so far.
    """
    places = find_places(ROOT)
    if target != "quick":
        faults = witness.missed(faults, results)
    found = [(fault, fault.find(places)) for fault in faults]
    for result in witness.judge(ROOT, target, found, results):
        print(result, flush=True)


def _tell(faults: list[Fault], results: Path) -> None:
    """Print how many faults were caught, by area and target. Then print each missed fault."""
    done = witness.read(results).values()
    caught = {
        target: {one.name for one in done if one.target == target and one.verdict != "missed"}
        for target in witness.SECONDS
    }
    print(f"{'':14}{'faults':>8}" + "".join(f"{target:>8}" for target in caught))
    for area in (*listed.AREAS, ""):
        names = {fault.name for fault in faults if area in ("", fault.area)}
        counts = (len(names & found) for found in caught.values())
        print(f"{area or 'all':14}{len(names):8}" + "".join(f"{count:8}" for count in counts))
    for fault in witness.missed(faults, results):
        print(f"\nMissed: {fault}", end="")


if __name__ == "__main__":
    main()
