"""Each computer player has a face of its own, with a hat for its level."""

from cogs.display.art.canvas import FACES
from cogs.display.table_text import face_key
from tables.play.computers import COMPUTERS

ALL = [person for people in COMPUTERS.values() for person in people]


def test_each_computer_has_a_face_in_the_order_of_levels():
    assert [face_key(person.id) for person in ALL] == [face.key for face in FACES]


def test_no_two_faces_look_alike():
    assert len({face.render().digest for face in FACES}) == len(FACES) == len(ALL)
