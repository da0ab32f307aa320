"""Catalogs of translations, compiled ahead, because reading their sources takes a second.

    python -m cogs.interactions.catalogs     compile all; run by `make setup` and in the image

A compiled catalog (`ducks.mo`, beside its source `ducks.po`) ends with a digest of its source. If
the source has changed since, or the compiled file is cut off, the bot reads the source instead.
"""

from __future__ import annotations

import gettext
import hashlib
import io
import logging
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

log = logging.getLogger(__name__)

CATALOGS: Final = Path(__file__).parents[2] / "locales"


class MalformedCatalog(Exception):
    """The source of a catalog cannot be parsed."""


def read_catalog(source: Path, locale: Locale, *, keep: bool = False) -> gettext.GNUTranslations:
    """Return a catalog; raises OSError and MalformedCatalog.

    `keep`: write the compiled catalog, if there is none that fits. The bot may not write there.
    """
    compiled = _read_compiled(source)
    if not compiled:
        compiled = _compile(source, locale)
        if keep:
            source.with_suffix(".mo").write_bytes(compiled)
    return gettext.GNUTranslations(io.BytesIO(compiled))


def read_added(folder: Path, code: str, key: str, locale: Locale) -> gettext.GNUTranslations | None:
    """Return the catalog that a game brings; None if this language has none, or a bad one."""
    source = folder / code / "LC_MESSAGES" / f"{key}.po"
    try:
        return read_catalog(source, locale)
    except FileNotFoundError:
        return None
    except (OSError, MalformedCatalog) as error:
        log.warning("%s stays English: its catalog %s cannot be read: %s", key, source, error)
        return None


def count_sentences(source: Path) -> int:
    """Return the number of sentences in a catalog's source, translated or not."""
    return source.read_bytes().count(b"\nmsgid ")


def _read_compiled(source: Path) -> bytes:
    """Return the compiled catalog of a source; empty if there is none or it does not fit."""
    try:
        found = source.with_suffix(".mo").read_bytes()
    except FileNotFoundError:
        return b""
    return found if found.endswith(_digest(source.read_bytes())) else b""


def _digest(written: bytes) -> bytes:
    return hashlib.sha256(written).digest()


def _compile(source: Path, locale: Locale) -> bytes:
    """Compile a source. Fuzzy translations count: they are better than a mixture with English."""
    written, compiled = source.read_bytes(), io.BytesIO()
    try:
        write_mo(compiled, read_po(io.BytesIO(written), locale, abort_invalid=True), use_fuzzy=True)
        compiled.seek(0)
        gettext.GNUTranslations(compiled)  # compiles the rule of the plural
    except (ArithmeticError, AttributeError, LookupError, PoFileError, ValueError) as error:
        raise MalformedCatalog(f"{type(error).__name__}: {error}") from error
    return compiled.getvalue() + _digest(written)


def main(catalogs: Path = CATALOGS) -> None:
    """Compile the catalogs that have changed, and name those that cannot be parsed."""
    for source in sorted(catalogs.glob("*/LC_MESSAGES/*.po")):
        try:
            read_catalog(source, Locale.parse(source.parts[-3], sep="-"), keep=True)
        except MalformedCatalog as error:
            log.warning("%s: %s", source, error)


if __name__ == "__main__":
    main()
