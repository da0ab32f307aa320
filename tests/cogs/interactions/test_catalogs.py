"""Compiled catalogs: when they are used, and when the bot reads their sources instead."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from babel import Locale

from cogs.interactions import catalogs
from cogs.interactions.catalogs import MalformedCatalog, main, read_catalog
from cogs.interactions.language import source_of
from tests.cogs.interactions.test_language import write_catalog

ROOT = Path(__file__).parents[3]
GERMAN = Locale("de")


@pytest.fixture
def source(tmp_path):
    write_catalog(tmp_path, "de", {"Back": "Zurück", "Roll": "Würfeln"})
    return source_of("de", tmp_path)


def read(source, sentence="Back"):
    return read_catalog(source, GERMAN).gettext(sentence)


def test_a_compiled_catalog_is_used_and_its_source_is_not_parsed(source, tmp_path, monkeypatch):
    main(tmp_path)
    monkeypatch.delattr(catalogs, "read_po")
    assert (read(source), read(source, "Roll")) == ("Zurück", "Würfeln")


def test_a_source_without_a_compiled_catalog_is_read_and_nothing_is_written(source):
    assert read(source) == "Zurück"
    assert [each.name for each in source.parent.iterdir()] == ["ducks.po"]


@pytest.mark.parametrize("age", [-3600, 0, 3600])
def test_an_edited_source_is_read_whatever_its_time(source, tmp_path, age):
    main(tmp_path)
    source.write_text(source.read_text("utf-8").replace("Zurück", "Retour"), "utf-8")
    at = source.with_suffix(".mo").stat().st_mtime + age
    os.utime(source, (at, at))
    assert read(source) == "Retour"
    main(tmp_path)
    assert b"Retour" in source.with_suffix(".mo").read_bytes()


def test_a_compiled_catalog_that_is_cut_off_anywhere_is_not_used(source, tmp_path):
    main(tmp_path)
    compiled = source.with_suffix(".mo")
    whole = compiled.read_bytes()
    for size in range(len(whole)):
        compiled.write_bytes(whole[:size])
        assert read(source) == "Zurück"


@pytest.mark.parametrize(
    "wrong",
    [
        *("msgid", "Zurück", '"loose"', "#-", 'msgid "open"'),
        *('msgid ""\nmsgstr "Content-Type: text/plain; charset=none\\n"',),
    ],
)
def test_a_malformed_source_is_refused_with_one_named_error(source, tmp_path, caplog, wrong):
    source.write_text(f"{wrong}\n\n" + source.read_text("utf-8"), "utf-8")
    with pytest.raises(MalformedCatalog):
        read(source)
    main(tmp_path)  # compiles the others
    assert len(caplog.messages) == 1


def test_setup_and_the_image_compile_the_catalogs():
    command = "-m cogs.interactions.catalogs"
    assert f"RUN /venv/bin/python {command}" in (ROOT / "Dockerfile").read_text("utf-8")
    asked = ["make", "--dry-run", "--always-make", "setup"]
    planned = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert command in planned


def test_the_command_compiles_the_catalogs_of_the_project():
    run = [sys.executable, "-m", "cogs.interactions.catalogs"]
    subprocess.run(run, cwd=ROOT, check=True)
    sources = [*ROOT.glob("locales/*/LC_MESSAGES/ducks.po")]
    assert sources
    assert all(each.with_suffix(".mo").exists() for each in sources)
