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
