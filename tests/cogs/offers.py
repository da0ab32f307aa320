"""All offers of all features."""

from importlib import import_module

from cogs.display.pages.more import Offers
from cogs.features import FEATURES

OFFERS = Offers(import_module(each.cog).COG.offers for each in FEATURES)
