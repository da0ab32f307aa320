"""How hypothesis plays in every test: anew on every run here, the same games always in CI."""

import os

from hypothesis import HealthCheck, Phase, settings

# A whole game is one example, so a few of them take long, none has a deadline, and a game that
# fails is made shorter but not explained, which takes minutes.
settings.register_profile(
    "here",
    max_examples=3,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
settings.register_profile("ci", settings.get_profile("here"), derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_addoption(parser):
    """Let a quick run take a sample of the tests that have many cases."""
    parser.addoption(
        "--sample", type=int, default=1, metavar="N", help="of each test's cases run every N-th"
    )


def pytest_collection_modifyitems(config, items):
    """Keep the first case of each test, and from there on every N-th; none of a heavy test."""
    step, counts, kept = config.getoption("--sample"), {}, []
    if step == 1:
        return
    for item in items:
        if item.get_closest_marker("heavy"):
            continue
        name = item.nodeid.partition("[")[0]
        number = counts[name] = counts.get(name, -1) + 1
        if number % step == 0:
            kept.append(item)
    items[:] = kept
