"""Pig: throw a die as often as you dare; a 1 loses the turn's points."""

from pig.rules import Pig
from players.core import Kit

KIT = Kit(rules=Pig(), face="pig.board")
