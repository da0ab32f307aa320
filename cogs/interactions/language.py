"""The languages of readers, and names of people within a text.

A `Language` is a value. A function that writes words for people takes a `Language` as a parameter
named `_`, or finds it as `language` in its `RenderContext`, `Scene` or `Responder`. A `Language` is
never global, because one click may draw a board in one language and a page in another. Code that
shows a sentence contains the whole English sentence, with named fields for the parts that vary:

    _("{who} rolls {dice}.", who=name, dice=dice)
    _.plural("{n} point", "{n} points", score)
    _.join(names), _.number(1234.5, 1), _.percent(0.5)

`N_` marks a sentence in a constant for the catalogs, and `_(SENTENCE)` translates it later. The
sentence of an error (`Told`) needs no other mark. The titles of games and their options are in the
catalogs, too.

The functions for names of people make each name visible and harmless in markdown.
"""

from __future__ import annotations

import asyncio
import gettext
import logging
import re
import unicodedata
from functools import lru_cache, reduce
from itertools import accumulate, takewhile
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal

import discord
from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal
from wcwidth import iter_graphemes, wcwidth, width

from cogs.interactions.catalogs import (
    CATALOGS,
    MalformedCatalog,
    count_sentences,
    read_added,
    read_catalog,
)
from engine.core import N_

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date
    from pathlib import Path

    from engine.core import Info

_JOINERS: Final = frozenset("\u200c\u200d") | frozenset(map(chr, range(0xE0020, 0xE0080)))
"""Characters without a width that some scripts and emojis need: joiners, and tags of flags."""

_CONTROLS: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Unicode categories of characters without a shape. Some of these reverse the text beside them."""

_MARKS: Final = frozenset({"Mn", "Me"})
"""Unicode categories of marks above, below or around the letter before them."""

MARKS: Final = 4
"""Limit on marks on one letter, enough for Hebrew with vowels and accents, and for Tibetan."""

_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159\U00013441\U00013442")
"""Letters that Unicode ignores by default, and letters and symbols that Unicode calls blank."""

_LINKS: Final = re.compile(r"<|:(?=//)")
"""The beginning of mentions, custom emojis and times, and the colon of web addresses."""


@lru_cache(1024)
def clean_name(name: str) -> str:
    """Return a name in one line that does not reverse text; empty if nothing of it is visible."""
    kept = (c for c in name if c in _JOINERS or unicodedata.category(c) not in _CONTROLS)
    clean = " ".join(_limit_marks("".join(kept)).split())
    return clean if any(map(_is_drawn, clean)) else ""


def _is_drawn(sign: str) -> bool:
    """Return whether a character is visible by itself: no mark, not blank, and known to Unicode."""
    newer = (
        "\U0001f000" <= sign <= "\U0001faff" and wcwidth(sign) == 2
    )  # emojis newer than this Python
    return sign not in _BLANK and (unicodedata.category(sign)[0] in "LNPS" or newer)


def _limit_marks(name: str) -> str:
    """Remove marks beyond `MARKS` per letter, because they would cover other lines."""
    kept, marks = "", 0
    for sign in name:
        marks = marks + 1 if unicodedata.category(sign) in _MARKS else 0
        kept += sign if marks <= MARKS else ""
    return kept


@lru_cache(1024)
def plain_name(name: str) -> str:
    """Return a name that causes no formatting, link, mention or reversed text in markdown."""
    escaped = discord.utils.escape_markdown(clean_name(name), ignore_links=False)
    return one_way(_LINKS.sub(r"\\\g<0>", discord.utils.escape_mentions(escaped)))


def columns(name: str) -> int:
    """Return the width of a name in fixed-width text. A letter takes one or two columns."""
    return width(name, control_codes="ignore")


def one_way(name: str) -> str:
    """Isolate a name in a right-to-left script, so that it does not reorder the text beside it."""
    leftwards = any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in name)
    return f"\u2068{name}\u2069" if leftwards else name


def fit_name(name: str, room: int) -> str:
    """Return a name cut and padded to a width in columns."""
    shown = name.replace("`", "'")
    if columns(shown) > room:
        shown = cut(shown, room - 1, columns) + "…"
    return one_way(shown) + " " * (room - columns(shown))


def begin_with_capital(words: str) -> str:
    """Return the words with a capital at the beginning. Other capitals stay, for German nouns."""
    return words[:1].upper() + words[1:]


def cut(words: str, room: int, measure: Callable[[str], int] = len) -> str:
    """Return the beginning that fits. A visible character, such as an emoji, is never split."""
    if measure(words) <= room:
        return words
    beginnings = accumulate(iter_graphemes(words), initial="")
    *_, most = takewhile(lambda beginning: measure(beginning) <= room, beginnings)
    return most


log = logging.getLogger(__name__)

COMMA: Final = N_("{words}, {word}")
"""Pattern for adding a word to a list."""

SEMICOLON: Final = N_("{words}; {word}")
"""Pattern for adding a part, which may have commas itself."""

LABEL: Final = N_("{name}: {value}")
"""Pattern for a name and its value."""

BROKEN: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""Errors of a translation with a wrong field, a stray brace, or a plural rule that fails."""

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
"""Names of languages by code, each in its own language.

The codes are Discord's locales, but `en` and `es` stand for several of these.
"""

Shown = Literal["MMMMd", "yMMMM", "full"]
"""Forms of a date, by their names in CLDR: "5 March", "March 2026", "Thursday 5 March 2026"."""

_ENGLISH: Final[Mapping[Shown, str]] = {
    "MMMMd": "{0.day} {0:%B}",
    "yMMMM": "{0:%B %Y}",
    "full": "{0:%A} {0.day} {0:%B %Y}",
}


class Language:
    """A language: English, or a catalog's translation of it.

    Args:
        code: a key of `NAMES`.
        catalog: the translated sentences; without a catalog, sentences stay English.
        locale: the forms of numbers, lists and days; None for this bot's own English forms.
        games: by key, the catalog of each game that brings its own; None for a game that has no
            translation into this language, and so stays English.
        frame: the language around the words of such a game; None for a language of its own.
    """

    def __init__(
        self,
        code: str = "en",
        catalog: gettext.NullTranslations | None = None,
        locale: Locale | None = None,
        games: Mapping[str, gettext.NullTranslations | None] = MappingProxyType({}),
        frame: Language | None = None,
    ) -> None:
        self.code = code
        self.frame = frame or self
        self._catalog = catalog or gettext.NullTranslations()
        self._locale = locale
        self._broken: set[str] = set()
        self._own = self if locale is None else self.frame
        self._games: Mapping[str, Language] = MappingProxyType(
            {
                key: Language(code, found, locale, frame=self) if found else Language(frame=self)
                for key, found in games.items()
            }
        )

    def of(self, key: str) -> Language:
        """Return the language for the words of a game. `frame` leads back.

        A game that is installed beside the bot has its own catalogs, because a sentence of the bot
        may mean something else there.
        """
        return self._games.get(key, self) if self.frame is self else self.frame.of(key)

    def title(self, info: Info) -> str:
        return self.of(info.key)(info.title)

    def __call__(self, text: str, /, **fields: object) -> str:
        """Return a sentence in this language, or in English if the catalog lacks or breaks it.

        `fields` fill the braces. Without fields, braces stay as they are.
        """
        sentence = self._catalog.gettext(text) if text else text
        try:
            return sentence.format(**fields) if fields else sentence
        except BROKEN as error:
            return self._stay_english(text, text, fields, error)

    def sense(self, context: str, word: str) -> str:
        """Return a word that English also uses in another sense. `context` names this sense."""
        return self._catalog.pgettext(context, word)

    def plural(self, one: str, many: str, number: int, **fields: object) -> str:
        """Return a sentence in the form for a number, which fills `{n}`; `fields` fill the rest."""
        fields["n"] = self.number(number)
        try:
            return self._catalog.ngettext(one, many, number).format(**fields)
        except BROKEN as error:
            return self._stay_english(one, one if number == 1 else many, fields, error)

    def _stay_english(
        self, key: str, sentence: str, fields: dict[str, object], error: Exception
    ) -> str:
        """Return an English sentence instead of its broken translation, which is logged once."""
        told = sentence.format(**fields)  # fails, too, if the code has the wrong fields
        if key not in self._broken:
            self._broken.add(key)
            reason = f"{type(error).__name__}: {error}"
            log.warning("language %s: a broken translation of %r: %s", self.code, key, reason)
        return told

    def name(self, name: str) -> str:
        """Return a person's name in one visible line; forgotten people have none."""
        return clean_name(name) or self.frame("Somebody")

    def plain(self, name: str) -> str:
        """Return a person's name as `name` does, for markdown."""
        return plain_name(self.name(name))

    def number(self, value: float, digits: int = 0) -> str:
        """Return a number with `digits` decimals."""
        if self._locale is None:
            return f"{value:,.{digits}f}"
        pattern = f"#,##0.{'0' * digits}" if digits else "#,##0"
        return format_decimal(value, pattern, locale=self._locale)

    def percent(self, share: float, digits: int = 0) -> str:
        """Return a share of 1 as a percentage."""
        if self._locale is None:
            return f"{100 * share:.{digits}f} %"
        written = self._locale.percent_formats[None].pattern
        return written.replace("#,##0", self.number(100 * share, digits))

    def join(
        self,
        words: Sequence[str],
        style: Literal["standard", "or", "commas", "semicolons"] = "standard",
    ) -> str:
        """Return words as a list, with "and", "or", a comma or a semicolon before the last one."""
        formal = (self.code, style) == ("ko", "standard")  # CLDR's Korean "and"
        if style == "semicolons":
            return self._add_up(SEMICOLON, words)
        if style == "commas" or formal:
            return self._add_up(COMMA, words)
        if self._locale is not None:
            return format_list(words, style, self._locale)
        *most, last = words or [""]
        return f"{', '.join(most)} {'or' if style == 'or' else 'and'} {last}" if most else last

    def _add_up(self, sign: str, words: Sequence[str]) -> str:
        return reduce(lambda told, word: self._own(sign, words=told, word=word), words or [""])

    def label(self, name: str, value: object) -> str:
        """Return a name and its value, with this language's colon between them."""
        return self._own(LABEL, name=name, value=value)

    def date(self, day: date, shown: Shown) -> str:
        """Return a day in words. Discord itself formats times of day, as `<t:...>`."""
        if self._locale is None:
            return _ENGLISH[shown].format(day)
        if shown == "full":
            return format_date(day, shown, self._locale)
        return format_skeleton(shown, day, locale=self._locale)


ENGLISH: Final = Language()


def language_code(locale: object) -> str:
    """Return the code for one of Discord's locales; English if the locale has no catalog."""
    found = "es" if str(locale).startswith("es-") else str(locale)
    return found if found in NAMES else ENGLISH.code


def community_language(guild: discord.Guild | None, locale: discord.Locale | None = None) -> str:
    """Return the language code that a Community server has chosen; empty for other servers.

    American English counts as no choice, because it is Discord's default. `locale`: the server's
    current locale, if an interaction contains it.
    """
    if guild is None or "COMMUNITY" not in guild.features:
        return ""
    locale = locale or guild.preferred_locale
    return "" if locale is discord.Locale.american_english else language_code(locale)


def find_language(interaction: discord.Interaction[Any], chosen: str) -> str:
    """Return the language code for a channel: the server's, or else that of the person who asks.

    `chosen`: the code in the server's settings; empty if none is set.
    """
    community = community_language(interaction.guild, interaction.guild_locale)
    return chosen or community or language_code(interaction.locale)


def read_language(
    code: str, catalogs: Path = CATALOGS, games: Mapping[str, Path] = MappingProxyType({})
) -> Language:
    """Read a language with its catalog; raises OSError and MalformedCatalog.

    The first formatted number also loads the language's CLDR data, which takes 1 MB and 10 ms.

    `games`: by key, the folders with the catalogs of games that bring their own.
    """
    locale = Locale.parse(code, sep="-")
    own = read_catalog(source_of(code, catalogs), locale)
    added = {key: read_added(folder, code, key, locale) for key, folder in games.items()}
    return Language(code, own, locale, added)


def source_of(code: str, catalogs: Path = CATALOGS) -> Path:
    return catalogs / code / "LC_MESSAGES" / "ducks.po"


class Languages:
    """All languages; only English until `load` has read the catalogs.

    Attributes:
        loaded: set once the catalogs were read.
    """

    def __init__(self) -> None:
        self._loaded = {ENGLISH.code: ENGLISH}
        self.loaded = asyncio.Event()

    async def load(
        self, catalogs: Path = CATALOGS, games: Mapping[str, Path] = MappingProxyType({})
    ) -> None:
        """Read the catalogs in the background, so that clicks need not wait.

        `games`: by key, the folders with the catalogs of games that bring their own.
        """
        try:
            for code in NAMES.keys() - self._loaded.keys():
                await self._read(code, catalogs, games)
            await asyncio.to_thread(self._compare, catalogs)
        finally:
            self.loaded.set()

    async def _read(self, code: str, catalogs: Path, games: Mapping[str, Path]) -> None:
        try:
            self._loaded[code] = await asyncio.to_thread(read_language, code, catalogs, games)
        except (OSError, MalformedCatalog) as error:
            log.warning("language %s: its catalog cannot be read: %s", code, error)

    def _compare(self, catalogs: Path) -> None:
        """Log which catalogs are cut off. `make words` writes all sentences into each of them."""
        codes = self._loaded.keys() - {ENGLISH.code}
        numbers = {code: count_sentences(source_of(code, catalogs)) for code in codes}
        for code, number in numbers.items():
            if number < (most := max(numbers.values())):
                words = "language %s: its catalog is empty or cut off: %d of %d sentences"
                log.warning(words, code, number, most)

    async def when_loaded(self, locale: object) -> Language:
        """Wait for the catalogs, then return a language as `of` does. A click must not wait."""
        await self.loaded.wait()
        return self.of(locale)

    def of(self, locale: object) -> Language:
        """Return the language for a key of `NAMES`, or for one of Discord's locales."""
        return self._loaded.get(language_code(locale), ENGLISH)
