"""Brings the catalogs of `locales/` up to date with the sentences of the product, and checks them.

    python -m tests.words      run by `make words`; the exit status is 1 if a catalog is wrong
    python -m tests.words reword OLD NEW      run by `make reword`; carries translations over

A sentence that a catalog lacks appears in English. The number of such sentences is printed, and of
translations marked fuzzy. These belonged to an earlier sentence, and nobody has read them since.
Descriptions of commands are read from the finished commands, because they come from several places.
Achievements and figures of luck are read from the games, and kinds of kept data from the features.
The reason shown on tables that a restore closes is read from `db`, which may not import `N_`.
"""

from __future__ import annotations

import ast
import asyncio
import re
import string
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import denormalize, read_po, write_po

from cogs.app.feature import list_kept
from cogs.features import FEATURES
from cogs.interactions.language import CATALOGS, NAMES
from db.copies import CLOSED
from players.games import KITS, LOADED
from tests.cogs.test_commands import make_client
from tests.sources import parse

ROOT = CATALOGS.parent

TRANSLATED = tuple(code for code in NAMES if code != "en")

SPOKEN = ("cogs", "engine", "tables", "players", "records")
"""Folders with sentences that people read."""

KEYWORDS = {
    "_": (0,),
    "language": (0,),
    "_language": (0,),
    "N_": (0,),
    "plural": (0, 1),
    "sense": (1,),
    "Option": (1,),
    "Choice": (1,),
    "Counted": (1,),
    "__init__": (0,),
}
"""Functions that take sentences, each with the positions of its arguments that are sentences."""

TRANSLATING = {"_", "language", "_language"}

MARKS = {*TRANSLATING, "N_", "plural"}
"""Functions of `KEYWORDS` that take only sentences."""

ROLES = {
    "label": "On a button or in a menu: the shorter, the better.",
    "placeholder": "In a closed menu, where it invites to choose.",
    "description": "Small text under an option of a menu.",
    "Chapter": "Title of a chapter of the rules.",
    "Option": "Name of an option of the game.",
    "Choice": "Value of an option of the game.",
    "error": "Says why something is refused.",
}
"""What translators are told of short sentences in these arguments, functions and classes."""

OF_COMMANDS = "In Discord's list of commands and their options: at most 100 letters."

UNSEEN = {"BadPosition"}
"""Errors that only hosts read, on the command line."""

HEADER = "# {name}. How it was made: it is not translated yet."

IDLE = re.compile(
    rb'^"(Project|Report|POT-C|PO-R|Last|Language-Team|Generated)[^:]*:.*\n'
    rb'|^#, fuzzy\n(?=msgid ""\nmsgstr "")',
    re.MULTILINE,
)
"""Lines of the header that are useless or change with each run."""

PREVIOUS = re.compile(r'\bmsgid(?:_plural)?((?:\s+"(?:\\.|[^"\\])*")+)')
"""An earlier sentence in comments that begin with `#|`, which Babel writes but does not read."""

MARKUP = re.compile(
    r"\*\*|__|~~|`[^`]*`|<[^>]*>|^(?:#{1,3}|-#|-|>) |\n|\]\([^)]*\)|^\s+|\s+$", re.MULTILINE
)
"""Formatting, and parts that Discord replaces. A translation must have each part as often."""


def extract() -> Catalog:
    """Return a catalog with all sentences, untranslated. Raises the errors of `find_sentences`."""
    if LOADED.reasons:
        raise SystemExit(
            f"these games are not loaded, so their sentences are lost: {LOADED.reasons}"
        )
    found, errors = Catalog(), find_errors()
    for path in list_sources():
        for each in sorted(find_sentences(path, errors), key=lambda each: each.line):
            place, told = (str(path.relative_to(ROOT)), each.line), ROLES.get(each.role, "")
            comments = [told] if told and is_short(each.words) else []
            found.add(each.words, None, [place], (), comments, context=each.context)
    for words in sorted(asyncio.run(list_described())):
        found.add(words, None, [("commands", 0)], (), [OF_COMMANDS])
    for words, role in list_declared():
        found.add(words, None, [("features", 0)], (), [role])
    found.add(CLOSED, locations=[("db/copies.py", 0)])
    for (sentence, context), note in read_notes().items():
        if (message := found.get(sentence, context)) is None:
            raise SystemExit(f"locales/notes.txt: the code has no sentence {sentence!r}")
        message.auto_comments.append(note)
    return found


def is_short(words: str | tuple[str, ...]) -> bool:
    """Return whether a sentence has at most two words and no field, so that it says little."""
    return isinstance(words, str) and "{" not in words and len(re.findall(r"\w+", words)) <= 2


def find_unexplained(sentences: Catalog) -> list[str]:
    """Return the short sentences that nothing explains to translators."""
    found = (each for each in list_messages(sentences) if not each.auto_comments)
    return [f"{each.id!r} needs a line in locales/notes.txt" for each in found if is_short(each.id)]


def read_notes() -> dict[tuple[str, str | None], str]:
    """Return what translators should know of sentences and their contexts.

    The file has a line for each, such as `Draw = a verb: take dice` or `Ducks | animal = on cards`.
    """
    lines = (CATALOGS / "notes.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split(" = ", 1) for line in lines if line and not line.startswith("# "))
    return {
        (sentence, context or None): note
        for key, note in pairs
        for sentence, _, context in [key.partition(" | ")]
    }


def list_sources() -> list[Path]:
    """Return the modules with sentences, in order."""
    found = (path for folder in SPOKEN for path in (ROOT / folder).rglob("*.py"))
    return sorted(path for path in found if path.name != "__main__.py")


class Sentence(NamedTuple):
    """A sentence of the code.

    Attributes:
        words: the sentence; its singular and its plural, if it has a plural.
        line: where it is in its module.
        role: a key of `ROLES`, or any other name of a function or of an argument.
        context: tells it from a sentence of the same words with another meaning.
    """

    words: str | tuple[str, ...]
    line: int
    role: str
    context: str | None


def find_sentences(path: Path, errors: frozenset[str] = frozenset()) -> Iterator[Sentence]:
    """Yield the sentences of a module.

    `errors`: the names of errors with sentences.

    Raises SyntaxError if no catalog can hold a sentence: for an f-string, for concatenated words,
    or for fields that the sentence does not have. A constant may stand for a sentence, if `N_`
    marks the sentence where the constant is made.
    """
    for name, node, used in _read(path.read_text(encoding="utf-8"))[1]:
        places = (0,) if name in errors else KEYWORDS.get(name, ())
        role = "error" if name in errors else name if name in ROLES else used
        given = [node.args[each] for each in places if each < len(node.args)]
        words = [getattr(each, "value", None) for each in given]
        if given and all(isinstance(each, str) for each in words):
            if name in (MARKS - {"N_"}) | errors and not _fits(node, words[-1]):
                raise SyntaxError(f"{path}:{node.lineno}: the sentence has different fields")
            told = words[0] if len(words) == 1 else tuple(words)
            yield Sentence(told, node.lineno, role, _find_context(name, node))
        elif (name in MARKS and not (name in TRANSLATING and _is_constant(given[0]))) or (
            name in errors - UNSEEN and given and isinstance(given[0], ast.JoinedStr | ast.BinOp)
        ):
            raise SyntaxError(f"{path}:{node.lineno}: no catalog can hold this sentence")


def find_punctuation(path: Path) -> Iterator[str]:
    """Yield the parts of text between which a module puts a comma, a colon or a semicolon itself.

    Languages differ in these signs, so `Language` joins parts. Logs and errors are English.
    """
    tree = parse(path.read_text(encoding="utf-8"))
    english = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise) or _is_for_hosts(node)
        for part in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) not in english and re.search("[,;:] |[,;]$", _literal(node)):
            yield ast.unparse(node)


def _is_for_hosts(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).startswith(("log.", "print"))


def _literal(node: ast.AST) -> str:
    """Return what an f-string or a join puts between parts, with NUL for each part."""
    match node:
        case ast.JoinedStr(values=values):
            return "".join(
                getattr(each, "value", "") if isinstance(each, ast.Constant) else "\0"
                for each in values
            )
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(between)), attr="join")):
            return between
        case ast.BinOp(op=ast.Add(), left=ast.Constant(value=str(words))):
            return words
        case ast.BinOp(op=ast.Add(), right=ast.Constant(value=str(words))):
            return words
    return ""


def _find_context(name: str, call: ast.Call) -> str | None:
    """Return the context of a word: the second argument of `N_`, the first of `sense`."""
    at = {"N_": 1, "sense": 0}.get(name, len(call.args))
    return ast.literal_eval(call.args[at]) if at < len(call.args) else None


def _fits(call: ast.Call, sentence: str) -> bool:
    """Return whether a call fills exactly the fields of its sentence.

    Only `Language` may fill them, because it stays English if a translation is broken. The fields
    of an error may follow later.
    """
    filled = {each.arg for each in call.keywords} | ({"n"} if len(call.args) > 2 else set())
    later = not filled and getattr(call.func, "id", getattr(call.func, "attr", "")) not in MARKS
    return later or None in filled or filled == {name for name, *_ in _fields(sentence)}


@cache
def _read(source: str) -> tuple[dict[str, set[str]], list[tuple[str, ast.Call, str]]]:
    """Return the bases of each class of a module, and its calls that may have a sentence.

    Each call comes with the name of the argument that it is, or of the function if it is its first.
    """
    bases: dict[str, set[str]] = {}
    calls: list[tuple[str, ast.Call, str]] = []
    roles: dict[int, str] = {}
    for node in ast.walk(parse(source)):
        if isinstance(node, ast.ClassDef):
            bases[node.name] = {ast.unparse(base) for base in node.bases}
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            roles |= {id(part): name for arg in node.args[:1] for part in _choices(arg)}
            given = ((part, each.arg) for each in node.keywords for part in _choices(each.value))
            roles |= {id(part): arg or "" for part, arg in given}
            if name in KEYWORDS or name.lstrip("_")[:1].isupper():  # a class, perhaps an error
                calls.append((name, node, roles.get(id(node), "")))
    return bases, calls


def _choices(node: ast.expr) -> list[ast.expr]:
    """Return the values that an argument may have: both of `a if b else c`."""
    return [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]


@cache
def find_errors() -> frozenset[str]:
    """Return the names of the errors with sentences: `Told` and its subclasses."""
    bases = {}
    for path in list_sources():
        bases |= _read(path.read_text(encoding="utf-8"))[0]
    found, seen = {"Told"}, 0
    while len(found) > seen:
        seen = len(found)
        found |= {name for name, of in bases.items() if of & found}
    return frozenset(found)


def _is_constant(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return _is_constant(node.body) and _is_constant(node.orelse)
    return isinstance(node, ast.Name | ast.Attribute | ast.Subscript)


async def list_described() -> set[str]:
    """Return the descriptions of all commands and options, and the names of choices."""
    client = await make_client()
    return {
        words
        for command in client.tree.get_commands()
        for words in _list_words(command.to_dict(client.tree))
        if re.search("[^\\W\\d]", words)
    }


def list_declared() -> Iterator[tuple[str, str]]:
    """Yield the words of achievements, figures of luck, and features' kept data, with their use."""
    for kit in KITS:
        for each in kit.meter.measures if kit.meter else ():
            yield each.words, f"{kit.rules.info.title}: what is counted to tell a player's luck."
        if kit.achievements:
            for _, _, title, words in kit.achievements.goals:
                yield title, f"{kit.rules.info.title}: name of an achievement. {words}"
                yield words, f"{kit.rules.info.title}: how the achievement {title} is earned."
            for _, title in kit.achievements.counted:
                yield (
                    title,
                    f"{kit.rules.info.title}: name of an achievement for many games or wins.",
                )
    for each in list_kept(FEATURES):
        yield each.words, "A kind of data that is kept about a person."


def _list_words(said: dict[str, Any]) -> Iterator[str]:
    if "description" in said:
        yield said["description"]
    for option in said.get("options") or ():
        yield from _list_words(option)
        yield from (choice["name"] for choice in option.get("choices") or ())


def path_of(code: str) -> Path:
    """Return the file of a language's catalog."""
    return CATALOGS / code / "LC_MESSAGES" / "ducks.po"


def read(code: str) -> Catalog:
    """Return the catalog of a language, or a new one if it has none."""
    locale = Locale.parse(code, sep="-")
    if not path_of(code).exists():
        return Catalog(locale, header_comment=HEADER.format(name=NAMES[code]))
    with path_of(code).open("rb") as file:
        catalog = read_po(file, locale)
    for message in list_messages(catalog):
        _read_previous(message)
    return catalog


def _read_previous(message: Message) -> None:
    """Move the earlier sentence from the comments of a message to its place."""
    said = " ".join(each[1:].strip() for each in message.user_comments if each.startswith("|"))
    message.user_comments = [each for each in message.user_comments if not each.startswith("|")]
    quoted = [re.sub(r'"\s+"', '"\n"', found.strip()) for found in PREVIOUS.findall(said)]
    message.previous_id = [denormalize(each) for each in quoted] if message.fuzzy else []


def write_template(sentences: Catalog) -> None:
    """Write all sentences with the lines of the code where they are, for translators' programs."""
    with (CATALOGS / "ducks.pot").open("wb") as file:
        write_po(file, sentences, width=100, sort_by_file=True)


def write(code: str, catalog: Catalog) -> None:
    """Write the catalog of a language. It has no lines of the code, which change too often."""
    for message in catalog:
        message.locations = sorted((file, 0) for file, _ in message.locations)
    written = BytesIO()
    write_po(
        written,
        catalog,
        width=100,
        sort_by_file=True,
        ignore_obsolete=True,
        include_lineno=False,
        include_previous=True,
    )
    path_of(code).parent.mkdir(parents=True, exist_ok=True)
    path_of(code).write_bytes(IDLE.sub(b"", written.getvalue()))


def update(code: str, sentences: Catalog) -> Catalog:
    """Rewrite the catalog of a language with these sentences, and return it."""
    catalog = read(code)
    previous = {_key_of(each): each.previous_id for each in list_messages(catalog)}
    catalog.update(sentences, no_fuzzy_matching=True, update_header_comment=False)
    for message in list_messages(catalog):
        message.previous_id = previous.get(_key_of(message), [])
    write(code, catalog)
    return catalog


def reword(code: str, old: str, sentences: Iterable[Message]) -> bool:
    """Give new sentences the translation of an old one, and return whether the catalog has it.

    The translation is marked fuzzy. One that a new sentence already has stays.
    """
    catalog = read(code)
    known = {_key_of(each): each for each in list_messages(catalog) if all(forms_of(each))}
    for new in sentences:
        found = known.get((old, new.context)) or known.get((old, None))
        if found and _key_of(new) not in known:
            catalog.delete(new.id, new.context)
            catalog.add(
                new.id,
                _reshape(forms_of(found), catalog.num_plurals if new.pluralizable else 0),
                new.locations,
                {*new.flags, "fuzzy"},
                new.auto_comments,
                previous_id=found.id,
                context=new.context,
            )
    write(code, catalog)
    return any(sentence == old for sentence, _ in known)


def _reshape(forms: tuple[str, ...], plurals: int) -> str | tuple[str, ...]:
    """Return a translation in this number of plural forms; as one sentence for 0."""
    return (forms * plurals)[:plurals] if plurals else forms[-1]


def _key_of(message: Message) -> tuple[str, str | None]:
    """Return what a catalog knows a sentence by: its text, its singular if it has a plural."""
    return message.id[0] if message.pluralizable else message.id, message.context


def find_faults(catalog: Catalog) -> list[str]:
    """Return a line for each fault of a catalog's translations."""
    return [
        f"{message.id!r}: {fault}"
        for message in list_messages(catalog)
        for fault in _find_faults(message, catalog.num_plurals)
    ]


def list_messages(catalog: Catalog) -> list[Message]:
    """Return the sentences of a catalog, without its header."""
    return [message for message in catalog if message.id]


def forms_of(message: Message) -> tuple[str, ...]:
    """Return the translation of a sentence in all its forms; empty if it is missing."""
    found = message.string or ""
    return (found,) if isinstance(found, str) else tuple(found)


def read_terms(code: str) -> dict[str, list[str]]:
    """Return a language's stems, in lower case, for each English term.

    The file has a line for each term, such as `cow = kuh | kühe`. Wherever a sentence has the term
    in English, its translation must have one of the stems. An untranslated language has no file.
    """
    path = CATALOGS / code / "terms.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    pairs = (line.split(" = ") for line in lines if line and not line.startswith("#"))
    return {term: stems.lower().split(" | ") for term, stems in pairs}


def find_strays(catalog: Catalog, terms: dict[str, list[str]]) -> list[str]:
    """Return a line for each translation that lacks the word for a term."""
    return [
        f"{term!r} is translated by none of {stems}: {forms_of(message)}"
        for message in list_messages(catalog)
        if any(forms_of(message))
        for term, stems in terms.items()
        if _has_term(message, term)
        and not any(stem in " ".join(forms_of(message)).lower() for stem in stems)
    ]


def _has_term(message: Message, term: str) -> bool:
    """Return whether a sentence has a term outside fields and commands. Case matters."""
    bare = _bare(" ".join(message.id) if message.pluralizable else message.id)
    pattern = rf"(?<!\w){re.escape(term)}(?:s|es)?(?!\w)"
    return term in bare and re.search(pattern, bare) is not None


@cache
def _bare(words: str) -> str:
    """Return a sentence without its fields and commands."""
    return re.sub(r"\{[^}]*\}|`[^`]*`", "", words)


def _find_faults(message: Message, plurals: int) -> Iterator[str]:
    forms, source = forms_of(message), message.id if message.pluralizable else (message.id,)
    if not any(forms):
        yield "it is not translated"
    elif message.pluralizable and (len(forms) != plurals or not all(forms)):
        yield f"it has {len([*filter(None, forms)])} of {plurals} plural forms"
    wanted = _fields(source[-1]), _markup(source[-1])
    for form in filter(None, forms):
        try:
            if _fields(form) != wanted[0]:
                yield f"{form!r} has other fields"
        except ValueError as error:
            yield f"{form!r}: {error}"
        if _markup(form) != wanted[1]:
            yield f"{form!r} has other markup"


def _fields(text: str) -> set[tuple[str, str | None, str | None]]:
    """Return the fields of a sentence, each with its format."""
    return {(name, *how) for _, name, *how in string.Formatter().parse(text) if name is not None}


def _markup(text: str) -> Counter[str]:
    return Counter(MARKUP.findall(text))


def main(codes: Iterable[str] = TRANSLATED) -> int:
    """Update and check the catalogs; return the exit status."""
    sentences = extract()
    unexplained = find_unexplained(sentences)
    print(*unexplained, sep="\n", end="\n" if unexplained else "")
    status = int(bool(unexplained))
    write_template(sentences)
    for code in codes:
        catalog = update(code, sentences)
        found = list_messages(catalog)
        missing = sum(not all(forms_of(each)) for each in found)
        fuzzy = sum(each.fuzzy for each in found)
        print(f"{code:6} {missing} of {len(found)} sentences are missing, {fuzzy} are fuzzy")
        for fault in [*find_faults(catalog), *find_strays(catalog, read_terms(code))]:
            print(f"  {fault}")
            status = 1
    return status


def carry_over(old: str, new: str, codes: Iterable[str] = TRANSLATED) -> int:
    """Carry the translations of a reworded sentence over; return the exit status.

    `\\n` in the arguments stands for a new line. A sentence with a plural is named by its singular.
    """
    old, new = old.replace("\\n", "\n"), new.replace("\\n", "\n")
    sentences = [each for each in list_messages(extract()) if _key_of(each)[0] == new]
    if not sentences:
        print(f"The code has no sentence {new!r}: write it there first.")
        return 1
    missed = [code for code in codes if not reword(code, old, sentences)]
    for code in missed:
        print(
            f"{code}: {old!r} has no translation. If `make words` has run since you changed"
            " the code, restore the catalogs first: git checkout locales"
        )
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(carry_over(*sys.argv[2:]) if sys.argv[1:2] == ["reword"] else main())
