"""The languages in which people read.

A `Language` is a value. Whatever writes words for people takes one, as a parameter named `_`; a
board has it in its `RenderContext`. It is never a global: one click may draw a board in one
language and a page in another. The English sentence stands where it is used, whole, with names for
what it quotes:

    _("{who} rolls {dice}.").format(who=name, dice=dice)
    _.plural("{n} point", "{n} points", score)
    _.join(names), _.number(1234.5, 1), _.percent(0.5)

`N_` marks a sentence in a constant; `_(SENTENCE)` translates it where it is used. The titles of
games and of their options are in the catalogs, too.
"""

from __future__ import annotations

import asyncio
import gettext
import io
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import discord
from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

log = logging.getLogger(__name__)

CATALOGS: Final = Path(__file__).parents[2] / "locales"

NAMES: Final[Mapping[str, str]] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "pt-BR": "Português do Brasil",
    "it": "Italiano",
    "nl": "Nederlands",
    "pl": "Polski",
    "uk": "Українська",
    "ja": "日本語",
    "ko": "한국어",
    "zh-TW": "繁體中文",
    "zh-CN": "简体中文",
}
"""Each language by its own name. The keys are Discord's locales, but for `en` and `es`."""

Shown = Literal["MMMMd", "yMMMM", "full"]
"""How a day is written, as CLDR names it: "5 March", "March 2026", "Thursday 5 March 2026"."""

_ENGLISH: Final[Mapping[Shown, str]] = {
    "MMMMd": "{0.day} {0:%B}",
    "yMMMM": "{0:%B %Y}",
    "full": "{0:%A} {0.day} {0:%B %Y}",
}


def N_(text: str) -> str:  # noqa: N802 - its name wherever gettext is used
    """Mark a sentence for the catalogs; whoever shows it translates it."""
    return text


class Language:
    """English, or what a catalog makes of it.

    Args:
        code: a key of `NAMES`.
        catalog: its sentences; without one they stay English.
        locale: how it writes numbers, lists and days; None: as this product does in English.
    """

    def __init__(
        self,
        code: str = "en",
        catalog: gettext.NullTranslations | None = None,
        locale: Locale | None = None,
    ) -> None:
        self.code = code
        self._catalog = catalog or gettext.NullTranslations()
        self._locale = locale

    def __call__(self, text: str) -> str:
        """Return a sentence in this language; in English where its catalog lacks it."""
        return self._catalog.gettext(text) if text else text

    def plural(self, one: str, many: str, number: int, **fields: object) -> str:
        """Return the sentence that fits a number, which is its `{n}`, with its other fields."""
        sentence = self._catalog.ngettext(one, many, number)
        return sentence.format(n=self.number(number), **fields)

    def number(self, value: float, digits: int = 0) -> str:
        """Return a number with `digits` digits after the point."""
        if self._locale is None:
            return f"{value:,.{digits}f}"
        pattern = f"#,##0.{'0' * digits}" if digits else "#,##0"
        return format_decimal(value, pattern, locale=self._locale)

    def percent(self, share: float, digits: int = 0) -> str:
        """Return a share of 1 in percent."""
        if self._locale is None:
            return f"{100 * share:.{digits}f} %"
        written = self._locale.percent_formats[None].pattern
        return written.replace("#,##0", self.number(100 * share, digits))

    def join(self, words: Sequence[str], style: Literal["standard", "or"] = "standard") -> str:
        """Return words as a list in a sentence, with "and" or "or" before the last one."""
        if self._locale is not None:
            return format_list(words, style, self._locale)
        *most, last = words or [""]
        return f"{', '.join(most)} {'or' if style == 'or' else 'and'} {last}" if most else last

    def date(self, day: date, shown: Shown) -> str:
        """Return a day in words. A time of day is written by Discord: `<t:...>`."""
        if self._locale is None:
            return _ENGLISH[shown].format(day)
        if shown == "full":
            return format_date(day, shown, self._locale)
        return format_skeleton(shown, day, locale=self._locale)


ENGLISH: Final = Language()


def language_code(locale: object) -> str:
    """Return the language for what Discord calls a locale; English for one without a catalog."""
    found = "es" if str(locale).startswith("es-") else str(locale)
    return found if found in NAMES else ENGLISH.code


def find_language(interaction: discord.Interaction[Any]) -> str:
    """Return the language for a channel of a server that has chosen none: a Community's own.

    English is what Discord takes where nobody has chosen: then it is the language of who asks.
    """
    guild = interaction.guild
    if guild is not None and "COMMUNITY" in guild.features:
        community = interaction.guild_locale
        if community is not None and community is not discord.Locale.american_english:
            return language_code(community)
    return language_code(interaction.locale)


def read_language(code: str, catalogs: Path = CATALOGS) -> Language:
    """Read a language's catalog; raises OSError where it has none.

    What CLDR knows of the language, 1 MB and 10 ms, is read with the first number that it writes.
    """
    locale, compiled = Locale.parse(code, sep="-"), io.BytesIO()
    with (catalogs / code / "LC_MESSAGES" / "ducks.po").open("rb") as file:
        write_mo(compiled, read_po(file, locale))
    compiled.seek(0)
    return Language(code, gettext.GNUTranslations(compiled), locale)


class Languages:
    """All languages; English alone until they are `loaded`."""

    def __init__(self) -> None:
        self._loaded = {ENGLISH.code: ENGLISH}
        self.loaded = asyncio.Event()

    async def load(self, catalogs: Path = CATALOGS) -> None:
        """Read the catalogs, while clicks go on."""
        try:
            for code in NAMES.keys() - self._loaded.keys():
                await self._read(code, catalogs)
        finally:
            self.loaded.set()

    async def _read(self, code: str, catalogs: Path) -> None:
        try:
            self._loaded[code] = await asyncio.to_thread(read_language, code, catalogs)
        except (OSError, ValueError) as error:
            log.warning("language %s: its catalog cannot be read: %s", code, error)

    def of(self, locale: object) -> Language:
        """Return the language for one of `NAMES`, or for what Discord calls a locale."""
        return self._loaded.get(language_code(locale), ENGLISH)
