"""Features that are off: why they are off, and which controls messages lose."""

from __future__ import annotations

from cogs.app.feature import Feature, find_off
from cogs.display.components import ActionButton, PageButton
from cogs.interactions.content import LeftOut, framed
from cogs.interactions.parts import beside, rows, text

SONGS = Feature(name="songs", cog="")
CHOIR = Feature(name="choir", cog="", needs=("songs",))
CONCERT = Feature(name="concert", cog="", needs=("choir", "pond"))
ALL = (CONCERT, CHOIR, SONGS)


def test_everything_is_on_by_default():
    assert find_off(ALL, ["pond"], ()) == {}


def test_a_feature_is_off_if_it_needs_another_that_is_off():
    assert find_off(ALL, ["pond"], {"songs"}) == {
        "songs": "WITHOUT names it",
        "choir": "it needs songs",
        "concert": "it needs choir",
    }


def test_a_feature_is_off_if_it_needs_one_that_is_missing():
    assert find_off([CHOIR], (), ()) == {"choir": "it needs songs"}


def test_a_feature_can_need_a_game():
    assert find_off(ALL, (), ()) == {"concert": "it needs pond"}
    assert find_off(ALL, ["pond"], {"pond"}) == {"concert": "it needs pond"}


def left_out(*ids, games=()):
    out = LeftOut(games)
    out.add(*ids)
    return out


def test_a_message_without_switched_off_controls_stays_the_same():
    content = framed(0, text("Hello"))
    assert left_out().take_from(content) is content


def test_a_row_without_buttons_and_a_paragraph_without_its_button_are_left_out():
    gone, stays = PageButton.of("songs", label="Sing"), PageButton.of("song", label="Hum")
    content = framed(0, text("Hello"), *rows([gone]), beside("Sing", gone), *rows([gone, stays]))
    shown = left_out(r"[no]1:songs(?::.*)?").take_from(content)
    assert shown.items == framed(0, text("Hello"), *rows([stays])).items


def test_no_button_opens_a_table_of_a_game_that_is_off():
    play, other = (PageButton.of("play", "open", key, label="Play") for key in ("pond", "ducks"))
    again = ActionButton.of(7, "rematch", "Rematch")
    content = framed(0, *rows([play, other, again]))
    out = left_out(games={"pond"})
    assert out.take_from(content).items == framed(0, *rows([other, again])).items
    assert out.take_from(content, "pond").items == framed(0, *rows([other])).items
