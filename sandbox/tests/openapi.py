"""Checks recorded requests and answers against Discord's official description of its API.

The description (discord-api-spec, openapi.json) is not part of the project. Without it `load`
returns None, and the tests that need the description are skipped.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jsonschema_rs import (
    Draft202012,
    Draft202012Validator,
    Registry,
    ValidationError,
)

PLACE = Path(__file__).resolve().parents[2] / ".." / "shared" / "discord" / "openapi.json"
MISSING = "Discord's openapi.json is not at ../shared/discord/"
_ANSWERS, _REQUESTS = "urn:discord:answers", "urn:discord:requests"


@lru_cache
def load() -> dict[str, Any] | None:
    """Return the description, or None if it is missing."""
    return json.loads(PLACE.read_text("utf-8")) if PLACE.is_file() else None


@lru_cache
def _registry() -> Registry:
    """Return the description twice: unchanged for answers, and with ids as numbers for requests.

    Discord accepts an id as a text or a number ("API Reference", Snowflakes), and discord.py sends
    numbers. But the description allows only texts.
    """
    answers = load()
    requests = json.loads(json.dumps(answers))
    snowflake = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$", "minimum": 0}
    requests["components"]["schemas"]["SnowflakeType"] = snowflake
    return Registry([(_ANSWERS, answers), (_REQUESTS, requests)], draft=Draft202012)


def operation(method: str, path: str) -> tuple[str, str, dict[str, Any]] | None:
    """Find the route of a path such as /channels/1/messages.

    Return its template, its JSON pointer and its description, or None if no route fits.
    """
    fitting = [t for t, pattern in _routes(method.lower()).items() if pattern.fullmatch(path)]
    if not fitting:
        return None
    template = min(fitting, key=lambda t: t.count("{"))  # prefers @original to {message_id}
    pointer = f"/paths/{template.replace('/', '~1')}/{method.lower()}"
    return template, pointer, load()["paths"][template][method.lower()]


@lru_cache
def _routes(method: str) -> dict[str, re.Pattern[str]]:
    """Return the templates that have a method, each with the pattern of its paths."""
    paths = (load() or {"paths": {}})["paths"]
    return {
        template: re.compile(re.sub(r"\{\w+\}", r"[^/]+", template))
        for template, methods in paths.items()
        if method in methods
    }


def conforms(method: str, path: str, request: Any, status: int, response: Any) -> list[str]:
    """Return the faults of a request and its answer, as sentences.

    A request that was refused may have faults. An unknown path may get a 404 or 405.
    """
    found = operation(method, path)
    if found is None:
        return [] if status in {404, 405} else [f"{method} {path}: Discord has no such route"]
    _, pointer, description = found
    wrong = [] if status >= 400 else _request(pointer, description, request)
    return [
        f"{method} {path}: {line}"
        for line in wrong + _response(pointer, description, status, response)
    ]


def _request(pointer: str, description: dict[str, Any], request: Any) -> list[str]:
    body = description.get("requestBody")
    if body is None:
        return [] if request is None else ["the request has a body, but Discord takes none"]
    if request is None:
        return ["the request has no body"] if body.get("required") else []
    schema = f"{pointer}/requestBody/content/application~1json/schema"
    return [f"request {line}" for line in _errors(_REQUESTS + "#" + schema, request)]


def _response(pointer: str, description: dict[str, Any], status: int, response: Any) -> list[str]:
    banned = status == 429 and isinstance(response, str)  # Cloudflare's answer
    if status >= 500 or status == 413 or banned:
        return []
    if status >= 400 and isinstance(response, dict):
        # In the description, the codes of inner errors are numbers. In Discord's documentation and
        # real answers they are texts ("BASE_TYPE_MAX_LENGTH"), so this part is not checked.
        response = {key: value for key, value in response.items() if key != "errors"}
    known = description["responses"]
    key = str(status) if str(status) in known else "4XX"
    if status < 400 and key == "4XX":
        return [f"answer {status} is none of {sorted(known)}"]
    if "$ref" in known[key]:
        pointer = known[key]["$ref"].removeprefix("#")
        content = load()["components"]["responses"][pointer.rpartition("/")[2]].get("content")
    else:
        pointer, content = f"{pointer}/responses/{key}", known[key].get("content")
    if content is None:
        return [] if response is None else ["the answer has a body"]
    schema = f"{pointer}/content/application~1json/schema"
    return [f"answer {status} {line}" for line in _errors(_ANSWERS + "#" + schema, response)]


@lru_cache
def _validator(pointer: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": quote(pointer, safe="#/:~")}, registry=_registry())


def _errors(pointer: str, value: Any) -> list[str]:
    found = []
    for error in _validator(pointer).iter_errors(value):
        best = _nearest(error)
        where = "/".join(map(str, best.instance_path)) or "as a whole"
        found.append(f"{where}: {best.message[:300]}")
    return found


def _nearest(error: ValidationError) -> ValidationError:
    """Return the most helpful part of an error.

    If no alternative of a schema fits, that is the error of the first alternative with the right
    type, or else of the first alternative.
    """
    branches = [inner for inner in getattr(error.kind, "context", ()) if inner]
    if not branches:
        return error
    its_type = [*error.instance_path, "type"]
    typed = [
        inner
        for inner in branches
        if inner[0].kind.name != "type" and its_type not in [each.instance_path for each in inner]
    ]
    return _nearest((typed or branches)[0][0])


def all_conform(record: list[dict[str, Any]]) -> list[str]:
    """Return the faults of all entries in a sandbox's record (GET /sandbox/record)."""
    found = []
    for entry in record:
        parts = (entry["method"], entry["path"], entry["json"], entry["status"], entry["response"])
        found += conforms(*parts)
    return found
