"""The colours of the drawings, strong enough for a light ground and for a dark one; cards."""

from typing import Final

INK: Final = "#1e1f22"
WHITE: Final = "#ffffff"
GREY: Final = "#80848e"
RED: Final = "#da373c"

IVORY: Final = "#fbf9f2"
IVORY_SHADE: Final = "#cbc6b8"
GOLD: Final = "#f7c531"
GOLD_EDGE: Final = "#b17c05"
BOSS: Final = "#2563d9"
BOSS_EDGE: Final = "#123a8c"
YELLOW: Final = "#ffd43b"
YELLOW_EDGE: Final = "#9a6a00"
ORANGE: Final = "#f2741d"
TIN: Final = "#9fb4c7"
TIN_EDGE: Final = "#44566a"

WIDTH: Final = 800
"""Of a card, in pixels; a phone shows it at some 300."""

PAD: Final = 24
"""The room at its edges."""

WATER: Final = "#1c5065"
"""The ground of a card, which stands out from a light page and from a dark one."""

SHORE: Final = "#123c4c"
"""What lies on it."""

TEXT: Final = "#f2f3f5"
FAINT: Final = "#b5bac1"
GRID: Final = "#39697c"
AMBER: Final = "#f0b232"
