"""A command beyond a limit is refused as by Discord: with code 50035 and nested errors."""

import pytest

from sandbox.tests.helpers import command


def option(kind=3, name="o", **more):
    return {"type": kind, "name": name, "description": "d", **more}


def choice(**more):
    return {"name": "a", "value": "a", **more}


LONG = {"de": "x" * 101}

BAD = {
    "the language of a name is known": (
        command(name_localizations={"tlh": "x"}),
        "name_localizations.tlh",
        "DICT_KEY_ENUM_TYPE_COERCE",
    ),
    "a description is at most 100 in each language": (
        command(description_localizations=LONG),
        "description_localizations.de",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an option's description is at most 100 in each language": (
        command(options=[option(description_localizations=LONG)]),
        "options.0.description_localizations.de",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a choice's name is at most 100 in each language": (
        command(options=[option(choices=[choice(name_localizations=LONG)])]),
        "options.0.choices.0.name_localizations.de",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a name is lower case": (command(name="Try"), "name", "APPLICATION_COMMAND_INVALID_NAME"),
    "a name has no spaces": (command(name="a b"), "name", "APPLICATION_COMMAND_INVALID_NAME"),
    "a name is at most 32": (command(name="x" * 33), "name", "BASE_TYPE_BAD_LENGTH"),
    "a description is needed": ({"name": "try"}, "description", "BASE_TYPE_REQUIRED"),
    "a description is at most 100": (
        command(description="x" * 101),
        "description",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "25 options": (
        command(options=[option(name=f"o{n}") for n in range(26)]),
        "options",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "options differ": (
        command(options=[option(), option()]),
        "options.1.name",
        "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    "required options come first": (
        command(options=[option(), option(name="p", required=True)]),
        "options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "25 choices": (
        command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])]),
        "options.0.choices",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a choice fits its option": (
        command(options=[option(kind=4, choices=[{"name": "a", "value": "a"}])]),
        "options.0.choices.0.value",
        "NUMBER_TYPE_COERCE",
    ),
    "choices or autocompletion": (
        command(options=[option(choices=[{"name": "a", "value": "a"}], autocomplete=True)]),
        "options.0.choices",
        "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
    ),
    "subcommands or values": (
        command(options=[option(kind=1), option(name="p")]),
        "options",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "no group in a group": (
        command(options=[option(kind=2, options=[option(kind=2)])]),
        "options.0.options.0.type",
        "BASE_TYPE_CHOICES",
    ),
    "a context is known": (command(contexts=[7]), "contexts.0", "BASE_TYPE_CHOICES"),
}


@pytest.mark.parametrize(("body", "path", "code"), BAD.values(), ids=BAD)
async def test_a_command_beyond_a_limit_is_refused(put, body, path, code):
    status, answer = await put(body)
    assert (status, answer["code"]) == (400, 50035)
    node = answer["errors"]["0"]
    for step in path.split("."):
        node = node[step]
    assert code in [error["code"] for error in node["_errors"]]
