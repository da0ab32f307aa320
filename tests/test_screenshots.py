"""The README's pictures show what the renderers draw."""

from tests.screenshots import HASHES, IMAGES, IMAGES_OF, list_hashes

MOST = 1_000_000
"""Largest size of a picture, in bytes."""


def test_the_pictures_of_the_readme_show_what_the_renderers_give():
    """After an intended change, run `make screenshots`, and look at the pictures."""
    assert HASHES.read_text("utf-8") == list_hashes()


def test_a_picture_is_loaded_quickly():
    assert [name for name in IMAGES_OF if (IMAGES / name).stat().st_size > MOST] == []


def test_the_readme_shows_every_picture():
    shown = (IMAGES.parents[1] / "README.md").read_text("utf-8")
    assert [name for name in IMAGES_OF if f"docs/images/{name}" not in shown] == []
