"""Rewrites all golden playthroughs. Run `python -m tests.golden`, then read the diff."""

from tests.golden.goldens import FILES, made_anew

if __name__ == "__main__":
    for file in FILES:
        file.write_text(made_anew(file), encoding="utf-8")
