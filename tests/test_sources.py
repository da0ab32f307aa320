"""Sources are parsed while the garbage collector is off."""

import gc

import pytest

from tests.sources import parse


@pytest.fixture
def collections():
    """Make the collector run often; yield a list of the collections that have begun."""
    begun, before = [], gc.get_threshold()

    def note(phase, about):
        if phase == "start":
            begun.append(about["generation"])

    gc.callbacks.append(note)
    gc.set_threshold(1)
    yield begun
    gc.set_threshold(*before)
    gc.callbacks.remove(note)


def test_no_collection_begins_while_a_source_is_parsed(collections):
    source = "x = [1, 2]\n" * 100
    collections.clear()
    tree = parse(source)
    assert len(collections) <= 2  # one before and one after parsing
    assert len(tree.body) == 100
    assert gc.isenabled()


def test_the_collector_works_again_after_a_source_that_does_not_parse():
    with pytest.raises(SyntaxError):
        parse("x = [")
    assert gc.isenabled()
