"""The page renders Discord's markdown. `TABLE` pairs each source with the expected elements."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from sandbox import Sandbox
from sandbox.tests.browser import as_person, in_browser

pytestmark = in_browser("page")

# Renders a text in a world with two people, and returns the important parts of the result.
RENDER = """async (text) => {
  const { markdown } = await import("/page/js/markdown-dom.js");
  const people = { 1: { id: "1", display: "Smew" }, 2: { id: "2", display: "Scoter" } };
  const world = {
    me: { id: "1" },
    person: (id) => people[id] ?? null,
    channelName: (id) => (id === "3" ? "games" : null),
  };
  const root = markdown(text, world, { jumbo: true });
  for (const node of root.querySelectorAll("*")) {
    for (const { name } of [...node.attributes]) {
      const matters = ["class", "href", "src", "alt", "start"].includes(name);
      if (!matters || node.className === "timestamp") node.removeAttribute(name);
    }
  }
  return (root.className === "markup jumbo" ? "JUMBO" : "") + root.innerHTML;
}"""

TABLE = {
    "plain": ("hello", "<p>hello</p>"),
    "bold": ("**a b**", "<p><strong>a b</strong></p>"),
    "italic star": ("*a*", "<p><em>a</em></p>"),
    "italic underscore": ("_a_", "<p><em>a</em></p>"),
    "bold italic": ("***a***", "<p><strong><em>a</em></strong></p>"),
    "underline": ("__a__", "<p><u>a</u></p>"),
    "strike": ("~~a~~", "<p><s>a</s></p>"),
    "spoiler": (
        "||a||",
        '<p><span class="spoiler"><span class="spoiler-inner">a</span></span></p>',
    ),
    "nested": ("**a *b* c**", "<p><strong>a <em>b</em> c</strong></p>"),
    "inside italic": ("*a **b** c*", "<p><em>a <strong>b</strong> c</em></p>"),
    "snake case": ("a_b_c", "<p>a_b_c</p>"),
    "lone star": ("2 * 3 * 4", "<p>2 * 3 * 4</p>"),
    "unclosed": ("**a", "<p>**a</p>"),
    "code": ("`**a**`", "<p><code>**a**</code></p>"),
    "code with ticks": ("`` a`b ``", "<p><code> a`b </code></p>"),
    "star in code": ("**a `**` b**", "<p><strong>a <code>**</code> b</strong></p>"),
    "code block": ("```py\nx = 1\n```", "<pre><code>x = 1</code></pre>"),
    "no markup in a code block": ("```\n**a**\n  b\n```", "<pre><code>**a**\n  b</code></pre>"),
    "text around a block": ("a\n```\nb\n```\nc", "<p>a</p><pre><code>b</code></pre><p>c</p>"),
    "heading 1": ("# a", '<h3 class="heading-1">a</h3>'),
    "heading 2": ("## a", '<h4 class="heading-2">a</h4>'),
    "heading 3": ("### a", '<h5 class="heading-3">a</h5>'),
    "no heading 4": ("#### a", "<p>#### a</p>"),
    "no heading without space": ("#a", "<p>#a</p>"),
    "subtext": ("-# a", '<p class="subtext">a</p>'),
    "quote": ("> a\n> b\nc", "<blockquote><p>a\nb</p></blockquote><p>c</p>"),
    "long quote": (">>> a\nb", "<blockquote><p>a\nb</p></blockquote>"),
    "list": ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
    "nested list": ("- a\n  - b", "<ul><li>a<ul><li>b</li></ul></li></ul>"),
    "numbers": ("3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'),
    "two lists": ("- a\n1. b", "<ul><li>a</li></ul><ol><li>b</li></ol>"),
    "lines": ("a\nb\n\nc", "<p>a\nb\n\nc</p>"),
    "link": ("[a](https://b.example/c)", '<p><a href="https://b.example/c">a</a></p>'),
    "bare link": (
        "see https://b.example/c_d_e.",
        '<p>see <a href="https://b.example/c_d_e">https://b.example/c_d_e</a>.</p>',
    ),
    "quiet link": (
        "<https://b.example>",
        '<p><a href="https://b.example/">https://b.example</a></p>',
    ),
    "person": ("<@2>", '<p><span class="mention">@Scoter</span></p>'),
    "old person": ("<@!2>", '<p><span class="mention">@Scoter</span></p>'),
    "me": ("<@1>", '<p><span class="mention ping">@Smew</span></p>'),
    "nobody": ("<@9>", '<p><span class="mention">@unknown-user</span></p>'),
    "channel": ("<#3>", '<p><a class="mention" href="#/3">#games</a></p>'),
    "command": (
        "</ducks start:5>",
        '<p><button class="mention command-mention">/ducks start</button></p>',
    ),
    "emoji": (
        "a <:d5:42>",
        '<p>a <img class="emoji" src="/emojis/42.png" alt=":d5:"></p>',
    ),
    "emoji alone is large": (
        "<:d5:42>",
        'JUMBO<p><img class="emoji" src="/emojis/42.png" alt=":d5:"></p>',
    ),
    "plain emoji alone": ("🦆", 'JUMBO<p><span class="unicode-emoji">🦆</span></p>'),
    "emoji in a heading": (
        "# <:d5:42>",
        '<h3 class="heading-1"><img class="emoji" src="/emojis/42.png" alt=":d5:"></h3>',
    ),
    "date": ("<t:0:d>", "<p><time>01/01/1970</time></p>"),
    "escape": (r"\*a\* \_b\_ \`c\` \<@2> \\", "<p>*a* _b_ `c` &lt;@2&gt; \\</p>"),
    "escape in bold": (r"**a\*\*b**", "<p><strong>a**b</strong></p>"),
    "escaped heading": (r"\# a", "<p># a</p>"),
    "backslash before a letter": (r"a\b", r"<p>a\b</p>"),
    "an escaped name": (
        r"a\*b\_c\`d\|e\~f",
        "<p>a*b_c`d|e~f</p>",
    ),
    "html is text": ("<b>a</b> &amp;", "<p>&lt;b&gt;a&lt;/b&gt; &amp;amp;</p>"),
    "script is text": ("<script>x()</script>", "<p>&lt;script&gt;x()&lt;/script&gt;</p>"),
    "no javascript link": ("[a](javascript:x())", "<p>[a](javascript:x())</p>"),
    "no data link": ("[a](data:text/html,x)", "<p>[a](data:text/html,x)</p>"),
    "a quote does not leave the attribute": (
        '[a](https://b.example/"onclick="x)',
        '<p><a href="https://b.example/%22onclick=%22x">a</a></p>',
    ),
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    async with Sandbox() as box, as_person(browser, box.url, "Smew") as page:
        yield page


@pytest.mark.parametrize("name", TABLE)
async def test_markdown_renders_as_discord_renders_it(page: Page, name: str) -> None:
    source, expected = TABLE[name]
    assert await page.evaluate(RENDER, source) == expected


@pytest.mark.parametrize("sign", ["*", "_", "**", "||", "`", "[", "> ", "- ", "<@", "*_", "**_"])
async def test_long_runs_of_special_characters_are_parsed_in_time(page: Page, sign: str) -> None:
    took = """async (text) => {
      const { parse } = await import("/page/js/markdown.js");
      const start = performance.now();
      parse(text);
      return performance.now() - start;
    }"""
    assert await page.evaluate(took, (sign * 4000)[:4000]) < 1000


@pytest.mark.parametrize("line", ["a{}", "-# a{}", "**a{}**", "> a{}", "- a{}"])
async def test_an_emoji_does_not_raise_its_line(page: Page, line: str) -> None:
    heights = """async (texts) => {
      const { markdown } = await import("/page/js/markdown-dom.js");
      const roots = texts.map((text) => markdown(text, { person: () => null }));
      document.getElementById("messages").append(...roots);
      return roots.map((root) => root.getBoundingClientRect().height);
    }"""
    texts = [line.format(sign) for sign in ("", " <:d5:42>", " 🦆")]
    plain, *with_emoji = await page.evaluate(heights, texts)
    assert with_emoji == [plain, plain]
